import type { MultiSearchQuery } from 'meilisearch';
import { SearchFault } from '../../search-fault.ts';
import type { Engine } from './engine.ts';

/** Characters of one stored piece, well below the engine's payload limit. */
const PIECE_BYTES = 512 * 1024;
const PIECES_MAX = 10_000;

/** The indexes of one archive. */
export interface Names {
  readonly serving: string;
  readonly servingSide: string;
  readonly previous: string;
  readonly previousSide: string;
  readonly next: string;
  readonly nextSide: string;
}

/** What a version says of itself. */
export interface VersionFacts {
  readonly version: string;
  readonly documents: number;
  readonly builtAt: number;
  readonly previous: string | null;
}

/** Names of the indexes that begin with this prefix. */
export function namesOf(prefix: string): Names {
  return {
    serving: prefix,
    servingSide: `${prefix}-side`,
    previous: `${prefix}-prev`,
    previousSide: `${prefix}-prev-side`,
    next: `${prefix}-next`,
    nextSide: `${prefix}-next-side`,
  };
}

/** Bytes as the documents that hold them, piece by piece. */
export function pieces(name: string, bytes: Uint8Array): object[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = Math.max(1, Math.ceil(all.length / PIECE_BYTES));
  return Array.from({ length: count }, (_, part) => ({
    key: `${Buffer.from(name, 'utf8').toString('hex')}-${part}`,
    name,
    part,
    parts: count,
    data: all.subarray(part * PIECE_BYTES, (part + 1) * PIECE_BYTES).toString('base64'),
  }));
}

/** The search that gives all pieces of a name. A search, because that is all a reading key may do. */
export function sideQueries(sideUid: string, name: string): MultiSearchQuery[] {
  return [
    {
      indexUid: sideUid,
      q: '',
      filter: [`name = "${name.replace(/["\\]/g, '\\$&')}"`],
      sort: ['part:asc'],
      limit: PIECES_MAX,
      attributesToRetrieve: ['name', 'part', 'parts', 'data'],
    },
  ];
}

/** Bytes stored under a name; null when there are none. Pieces beyond the newest count are left-overs. */
export async function readSide(
  engine: Engine,
  sideUid: string,
  name: string,
): Promise<Buffer | null> {
  const [answer] = await engine.search(sideQueries(sideUid, name));
  const hits = answer?.hits ?? [];
  if (hits.length === 0) return null;
  const parts = Number(hits[0]?.['parts'] ?? hits.length);
  return Buffer.concat(
    hits.slice(0, parts).map((hit) => Buffer.from(String(hit['data']), 'base64')),
  );
}

/** What the version in these indexes says of itself; null when there is none. */
export async function readFacts(engine: Engine, sideUid: string): Promise<VersionFacts | null> {
  try {
    const bytes = await readSide(engine, sideUid, 'version');
    // Written by a commit of this driver.
    return bytes === null ? null : (JSON.parse(bytes.toString('utf8')) as VersionFacts);
  } catch (error) {
    if (error instanceof SearchFault && error.reason === 'no_index') return null;
    throw error;
  }
}
