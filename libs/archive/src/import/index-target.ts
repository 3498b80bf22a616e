import type { Clock } from '@bridge/kernel';
import { type IndexBuild, indexWords, SearchFault, type SearchIndex } from '@bridge/search';
import { LEXICON, packLexicon } from './lexicon-file.ts';
import type {
  Canary,
  ImportedFile,
  ImportEnd,
  ImportRun,
  ImportTarget,
  SpellingTable,
} from './target.ts';

/** Name under which an index version keeps what it was made of. */
export const MANIFEST = 'manifest';
const NAMES = 'names';
/** Documents of a swap below which a canary may fail: a tiny index may hold the same title many times. */
const CANARY_HITS = 200;

/** What an index version was made of. */
export interface Manifest {
  readonly files: readonly ImportedFile[];
}

function packed(value: unknown): Uint8Array {
  return Buffer.from(JSON.stringify(value), 'utf8');
}

/** Reads what `packed` wrote; the fallback when the version has none. */
export function unpacked<T>(bytes: Uint8Array | null, fallback: T): T {
  // Written by this file and stored with the index it belongs to.
  return bytes === null ? fallback : (JSON.parse(Buffer.from(bytes).toString('utf8')) as T);
}

/** Name of a version that begins now. */
export function versionName(clock: Clock): string {
  return new Date(clock.now()).toISOString().replace(/[-:.]/g, '');
}

/** Imports into an index of this process; the new version is named after the moment unless `name` is given. */
export function indexTarget(index: SearchIndex, clock: Clock, name?: string): ImportTarget {
  return {
    begin: async ({ mode, resume }) =>
      runOf(await index.build({ mode, version: name ?? versionName(clock), resume })),
  };
}

/** A build of an index of this process as an import sees it. */
export function runOf(build: IndexBuild): ImportRun {
  return {
    version: build.version,
    resumed: build.resumed,
    checkpoints: () => build.checkpoints(),
    hashes: () => build.hashes(),
    put: (batch) => build.put(batch),
    finish: async (end) => {
      await prepareEnd(build, end);
      return await build.commit();
    },
    abandon: () => build.abandon(),
    suspend: () => build.suspend(),
  };
}

/** Makes the lexicon and the manifest of a new version and tries it. Errors: SearchFault; then the old one serves on. */
export async function prepareEnd(build: IndexBuild, end: ImportEnd): Promise<void> {
  const before = unpacked<readonly SpellingTable[]>(await build.side(NAMES), []);
  const names = [
    ...before.filter(({ table }) => !end.names.some((one) => one.table === table)),
    ...end.names,
  ];
  // The words last: asking for them says that nothing more is written, and the engine may tidy up meanwhile.
  const entities = await build.entities();
  const vocabulary = await build.vocabulary();
  await build.setSide(NAMES, packed(names));
  await build.setSide(
    LEXICON,
    packLexicon(
      vocabulary,
      entities,
      names.flatMap(({ groups }) => groups),
    ),
  );
  const manifest = unpacked<Manifest>(await build.side(MANIFEST), { files: [] });
  const files = [
    ...manifest.files.filter(({ sha256 }) => !end.files.some((one) => one.sha256 === sha256)),
    ...end.files,
  ];
  await build.setSide(MANIFEST, packed({ files }));
  await tryCanaries(build, end.canaries);
}

/** Looks for records of the run by their titles in the new index, before anybody is served from it. */
async function tryCanaries(build: IndexBuild, canaries: readonly Canary[]): Promise<void> {
  for (const { id, title } of canaries) {
    const all = indexWords(title)
      .slice(0, 8)
      .map((word) => ({ any: [{ words: [word], fields: ['title' as const] }] }));
    if (all.length === 0) continue;
    const found = await build.find([{ all, limit: CANARY_HITS }], { enough: CANARY_HITS });
    if (found.candidates.length < CANARY_HITS && !found.candidates.some((one) => one.id === id)) {
      throw new SearchFault(
        'damaged',
        `The new index does not find ${id} by its own title; the old one serves on.`,
      );
    }
  }
}
