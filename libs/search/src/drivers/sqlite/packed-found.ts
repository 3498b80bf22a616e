import type { Counts, Found } from '../../search-index.ts';

/**
 * What was found as it crosses from a worker: lists of texts instead of hundreds of objects, whose member names would
 * be written and read again for each of them.
 */
export interface PackedFound {
  readonly version: string;
  readonly ids: readonly string[];
  readonly ranks: readonly number[];
  readonly readings: readonly number[];
  readonly fields: readonly string[];
  readonly bodies: readonly string[];
  readonly counts: Counts;
}

/** For the worker's side. */
export function packFound({ version, candidates, counts }: Found): PackedFound {
  return {
    version,
    ids: candidates.map(({ id }) => id),
    ranks: candidates.map(({ rank }) => rank),
    readings: candidates.map(({ reading }) => reading),
    fields: candidates.map(({ fields }) => fields.join('\n')),
    bodies: candidates.map(({ body }) => body),
    counts,
  };
}

/** For the service's side. */
export function unpackFound(packed: PackedFound): Found {
  const { version, ids, ranks, readings, fields, bodies, counts } = packed;
  const candidates = ids.map((id, at) => ({
    id,
    rank: ranks[at] ?? 0,
    fields: (fields[at] ?? '').split('\n'),
    body: bodies[at] ?? '',
    reading: readings[at] ?? 0,
  }));
  return { version, candidates, counts };
}
