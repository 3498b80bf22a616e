import type { PutResult, SearchDocument } from '@bridge/search';
import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { constants, zstdCompress } from 'node:zlib';
import type { Cleaner } from '../record/clean.ts';
import { rightsOf } from '../record/rights.ts';
import { searchDocument } from '../record/search-document.ts';
import { localId } from '../record/make-record.ts';
import type { Source } from '../sources/source.ts';
import type { BadReason, SourceSummary } from './events.ts';
import type { Item } from './item.ts';
import type { ImportRun } from './target.ts';

/** Number of the mappings: raised with every change that makes other records of the same files. */
export const MAPPING_VERSION = 1;
/** A batch is sent when it has so many records. */
export const BATCH_RECORDS_MAX = 800;
/** A batch is sent when its records have so many characters. */
export const BATCH_CHARS_MAX = 2 * 1024 * 1024;

const compress = promisify(zstdCompress);

/** A record with the source it belongs to. */
export interface Owned {
  readonly item: Item;
  readonly source: Source;
}

/** What a batch needs from its run. */
export interface BatchTools {
  readonly run: ImportRun | null;
  readonly cleaner: Cleaner;
  readonly yearMax: number;
  /** Days since the epoch for records that do not say when they were changed. */
  readonly stamp: number;
  readonly force: boolean;
  /** True for a source of which the index held nothing when the run began. */
  readonly isNew: (source: string) => boolean;
  readonly onBad: (item: Item, source: string, reason: BadReason) => void;
  readonly summaryOf: (source: string) => SourceSummary;
}

function contentHash(item: Item, stamp: number): string {
  return hash('sha1', `${MAPPING_VERSION} ${stamp} ${item.text}`, 'hex').slice(0, 20);
}

interface Read {
  readonly owned: Owned;
  readonly id: string;
  readonly hash: string;
  readonly stamp: number;
}

function readOf(owned: Owned, tools: BatchTools): Read | null {
  const raw = owned.item.raw ?? {};
  const { source } = owned;
  const local = source.idOf(raw);
  if (local === '') {
    tools.onBad(owned.item, source.name, 'no_id');
    return null;
  }
  const stamp = source.changedOn?.(raw) ?? tools.stamp;
  return {
    owned,
    id: `${source.name}:${localId(local)}`,
    hash: contentHash(owned.item, stamp),
    stamp,
  };
}

function documentOf(read: Read, tools: BatchTools): SearchDocument | null {
  const { item, source } = read.owned;
  const record = source.map(item.raw ?? {}, { cleaner: tools.cleaner, yearMax: tools.yearMax });
  if (typeof record === 'string') {
    tools.onBad(item, source.name, record);
    return null;
  }
  const summary = tools.summaryOf(source.name);
  if (record.links.image !== undefined) summary.withImage += 1;
  if (record.date.from !== null) summary.withYears += 1;
  if (rightsOf(record.mediaRights).category === 'open') summary.withFreeMedia += 1;
  return searchDocument(record, read.hash, read.stamp);
}

/** A batch ready to be written. */
export interface Prepared {
  readonly documents: readonly SearchDocument[];
  readonly originals: Uint8Array | null;
}

/** Maps one batch; records whose hash is stored already are not even mapped. */
export async function prepareBatch(batch: readonly Owned[], tools: BatchTools): Promise<Prepared> {
  const reads = batch.flatMap((owned) => readOf(owned, tools) ?? []);
  const asked = tools.run !== null && reads.some(({ owned }) => !tools.isNew(owned.source.name));
  const known = asked ? ((await tools.run?.known(reads.map(({ id }) => id))) ?? []) : [];
  const wanted = reads.filter((read, at) => {
    if (known[at] !== read.hash) return true;
    tools.summaryOf(read.owned.source.name).unchanged += 1;
    return false;
  });
  const documents = wanted.flatMap((read) => documentOf(read, tools) ?? []);
  if (tools.run === null || documents.length === 0) return { documents, originals: null };
  const lines = wanted.map(({ id, owned }) => `${id}\t${owned.item.text.replaceAll('\n', ' ')}`);
  return { documents, originals: await compressed(lines.join('\n')) };
}

/** Writes a prepared batch and the checkpoint after it. */
export async function writeBatch(
  { documents, originals }: Prepared,
  checkpoint: { readonly key: string; readonly value: string },
  tools: BatchTools,
): Promise<void> {
  if (tools.run === null) {
    for (const { facets } of documents) tools.summaryOf(facets.source).added += 1;
    return;
  }
  const blobs =
    originals === null
      ? []
      : [{ name: `original/${checkpoint.key}/${checkpoint.value}`, bytes: originals }];
  count(
    await tools.run.put({ documents, blobs, checkpoint, force: tools.force }),
    documents,
    tools,
  );
}

async function compressed(text: string): Promise<Uint8Array> {
  return await compress(text, { params: { [constants.ZSTD_c_compressionLevel]: 1 } });
}

/** A batch may hold records of two sources; what is not added is told for the first one. */
function count(result: PutResult, documents: readonly SearchDocument[], tools: BatchTools): void {
  const sources = new Map<string, number>();
  for (const { facets } of documents)
    sources.set(facets.source, (sources.get(facets.source) ?? 0) + 1);
  let left = { ...result };
  for (const [source, of] of sources) {
    const summary = tools.summaryOf(source);
    const take = (name: keyof PutResult, most: number): number => {
      const taken = Math.min(left[name], most);
      left = { ...left, [name]: left[name] - taken };
      return taken;
    };
    let room = of;
    for (const name of ['changed', 'kept', 'unchanged', 'added'] as const) {
      const taken = take(name, room);
      summary[name] += taken;
      room -= taken;
    }
  }
}
