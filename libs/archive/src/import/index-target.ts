import type { Clock } from '@bridge/kernel';
import {
  type IndexBuild,
  indexWords,
  StoredDocumentRegistry,
  SearchEngineError,
  type SearchIndex,
} from '@bridge/search';
import { learnFrom } from '../learn/learn.ts';
import { LEXICON, packLexicon } from './lexicon-file.ts';
import { fileKey, originalsOf } from './originals.ts';
import type {
  SearchCanaryRecord,
  ImportedFile,
  DataStoredAtImportEnd,
  ImportRun,
  ImportTarget,
  MakerNameSpellingTable,
} from './target.ts';

/** Name of the attachment (bytes stored with an index version) that lists the imported files. */
export const MANIFEST = 'manifest';
const NAMES = 'names';
/**
 * Maximum number of hits of a test search for a record by its title. With so many hits the test passes even if the record is
 * not among them.
 */
const CANARY_HITS = 200;

/** The list of the files from which an index version was built, as stored with the version. */
export interface ImportedFileList {
  readonly files: readonly ImportedFile[];
}

function jsonBytes(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value), 'utf8');
}

/** Parses a JSON attachment of an index version; returns the fallback when it is missing. */
export function jsonOf<T>(bytes: Uint8Array | null, fallback: T): T {
  // An import of this program wrote the attachment, so its form is not checked.
  return bytes === null ? fallback : (JSON.parse(Buffer.from(bytes).toString('utf8')) as T);
}

/** Makes the name of a new index version from the current time. */
export function versionName(clock: Clock): string {
  return new Date(clock.now()).toISOString().replace(/[-:.]/g, '');
}

/** Makes an import target that writes directly into an index; `name` is the name of the new version. */
export function indexTarget(index: SearchIndex, clock: Clock, name?: string): ImportTarget {
  return {
    begin: async ({ mode, resume }) =>
      runOf(await index.build({ mode, version: name ?? versionName(clock), resume })),
    serving: () => servingDocuments(index),
  };
}

/** Reads the documents of the serving version (which searches use), to compare records with them. Throws SearchEngineError. */
export async function servingDocuments(index: SearchIndex): Promise<StoredDocumentRegistry> {
  const known = new StoredDocumentRegistry();
  for await (const page of index.documents()) known.read(page);
  return known;
}

/** Makes an import run that writes into an unfinished index version of this process. */
export function runOf(build: IndexBuild): ImportRun {
  return {
    version: build.version,
    resumed: build.resumed,
    checkpoints: () => build.checkpoints(),
    hashes: () => build.hashes(),
    put: (batch) => build.put(batch),
    idsOf: (source) => build.idsOf(source),
    remove: (ids) => build.remove(ids),
    finish: async (end) => {
      await prepareEnd(build, end);
      return await build.commit();
    },
    abandon: () => build.abandon(),
    suspend: () => build.suspend(),
  };
}

/** Completes a new version: stores lexicon and file list, tests it. Throws SearchEngineError; the old version still serves. */
export async function prepareEnd(build: IndexBuild, end: DataStoredAtImportEnd): Promise<void> {
  const before = jsonOf<readonly MakerNameSpellingTable[]>(await build.attachment(NAMES), []);
  const names = [
    ...before.filter(({ table }) => !end.names.some((one) => one.table === table)),
    ...end.names,
  ];
  const entities = await build.entities();
  const vocabulary = await build.vocabulary();
  // The documents are read last: afterwards the SQLite engine optimises the index while the learned facts are computed.
  const learned = await learnFrom(build.documents(), vocabulary, entities, names);
  await build.setAttachment(NAMES, jsonBytes(names));
  await build.setAttachment(
    LEXICON,
    packLexicon(
      vocabulary,
      entities,
      names.flatMap(({ groups }) => groups),
      learned,
    ),
  );
  await build.setAttachment(MANIFEST, jsonBytes(await nextManifest(build, end)));
  await tryCanaries(build, end.canaries);
}

/** Returns the file list of the new version, and removes the original texts of sources whose records were all removed. */
async function nextManifest(
  build: IndexBuild,
  end: DataStoredAtImportEnd,
): Promise<ImportedFileList> {
  const { files } = jsonOf<ImportedFileList>(await build.attachment(MANIFEST), { files: [] });
  const removed = new Set(end.removed);
  const isRemoved = ({ source }: ImportedFile): boolean =>
    source.split('+').every((name) => removed.has(name));
  const originals = files.filter(isRemoved).map(({ sha256 }) => originalsOf(fileKey(sha256)));
  if (originals.length > 0) await build.remove([], originals);
  const kept = files.filter(
    (file) => !isRemoved(file) && !end.files.some(({ sha256 }) => sha256 === file.sha256),
  );
  return { files: [...kept, ...end.files] };
}

/** Tests a new index before it serves: searches some records by title. Throws SearchEngineError when one is not found. */
async function tryCanaries(
  build: IndexBuild,
  canaries: readonly SearchCanaryRecord[],
): Promise<void> {
  for (const { id, title } of canaries) {
    const all = indexWords(title)
      .slice(0, 8)
      .map((word) => ({ any: [{ words: [word], fields: ['title' as const] }] }));
    if (all.length === 0) continue;
    const found = await build.find([{ all, limit: CANARY_HITS }], { enough: CANARY_HITS });
    if (found.candidates.length < CANARY_HITS && !found.candidates.some((one) => one.id === id)) {
      throw new SearchEngineError(
        'damaged',
        `The new index does not find ${id} by its own title. The old index still serves.`,
      );
    }
  }
}
