import type { ArchiveRecord } from './archive-record.ts';

const NUMBERING =
  /\([^()]*\)|\[[^[\]]*\]|\b(?:plate|folio|page|pages|verso|recto|no|nr|number|vol|volume|sheet|leaf|fol|pl|p)\b\.?|\b[ivxlcdm]+\b|\d+\S*/gi;

/** Returns the words of a title without numbers, which works of a series share: "Plate (folio 4) from X", "Plate IX from X". */
function titleStem(title: string, wordsOf: WordSplitter): string {
  // Brackets around a whole title say that a cataloguer gave it; brackets inside of a title have its numbers.
  const bare = title.replace(/^\[([^[\]]*)\]$/, '$1');
  return wordsOf(bare.replace(NUMBERING, ' ')).join(' ');
}

/** Returns a 53-bit hash of a text. Two different texts on a result page have the same hash once in about 10^11 pages. */
function digest(text: string): string {
  let high = 0xdeadbeef;
  let low = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    high = Math.imul(high ^ code, 2_654_435_761);
    low = Math.imul(low ^ code, 1_597_334_677);
  }
  high =
    Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
  low =
    Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
  return (4_294_967_296 * (high & 0x1fffff) + (low >>> 0)).toString(36);
}

/** A function that splits a text into its words as the index stores them. */
type WordSplitter = (text: string) => readonly string[];

/**
 * The parsed order key of a record: hashes by which the order of search results recognises near-duplicates and works of one
 * series.
 */
export interface NearDuplicateAndSeriesKeys {
  /** Hash of maker, title without numbers and series. Near-duplicates have the same one. */
  readonly group: string;
  /** Hash of maker and series; null for a record without a series. */
  readonly series: string | null;
}

/**
 * Returns the order key of a record (hashes of its near-duplicates and its series). The index stores it, so that search results
 * are ordered without reading records.
 */
export function orderKey({ creators, title, group }: ArchiveRecord, wordsOf: WordSplitter): string {
  const maker = creators[0]?.name ?? '';
  const near = digest(`${maker}|${titleStem(title, wordsOf)}|${group ?? ''}`);
  return group === undefined ? near : `${near} ${digest(`${maker}|${group}`)}`;
}

/** Parses an order key as `orderKey` wrote it to the index. */
export function readOrderKey(key: string): NearDuplicateAndSeriesKeys {
  const cut = key.indexOf(' ');
  return cut === -1
    ? { group: key, series: null }
    : { group: key.slice(0, cut), series: key.slice(cut + 1) };
}
