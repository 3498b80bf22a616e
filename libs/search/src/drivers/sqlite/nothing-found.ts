import type { Counts } from '../../search-index.ts';
import type { PackedFound } from './packed-found.ts';

/** The counts of an answer without hits. */
export function emptyCounts(): Counts {
  const none: ReadonlyMap<string, number> = new Map();
  return {
    facets: { form: none, source: none, decade: none, rights: none },
    total: 0,
    bounded: false,
    sampled: false,
  };
}

/** The answer of an index that holds nothing. */
export function nothingFound(): PackedFound {
  return { version: '', ranks: [], readings: [], texts: [], counts: emptyCounts() };
}
