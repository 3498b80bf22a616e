import type { ArchiveRecord } from './archive-record.ts';

const NUMBERING =
  /\([^()]*\)|\[[^[\]]*\]|\b(?:plate|folio|page|pages|verso|recto|no|nr|number|vol|volume|sheet|leaf|fol|pl|p)\b\.?|\b[ivxlcdm]+\b|\d+\S*/gi;

/** What a title has in common with those of its neighbours in a series: "Plate (folio 4) from X" and "Plate IX from X". */
function titleStem(title: string, wordsOf: WordsOf): string {
  return wordsOf(title.replace(NUMBERING, ' ')).join(' ');
}

/** 53 bits of a text: two of a page's candidates that differ have the same ones once in 10^11. */
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

/** Words of a text as the index holds them. */
type WordsOf = (text: string) => readonly string[];

/** Which near-duplicates and which series a record belongs to; equal texts mean the same. */
export interface OrderKey {
  /** Same maker, same title but for numbers, same series. */
  readonly group: string;
  /** One maker's series; null for a record that is in none. */
  readonly series: string | null;
}

/** The key of a record as it is stored beside its words, so that a page can be ordered without reading records. */
export function orderKey({ creators, title, group }: ArchiveRecord, wordsOf: WordsOf): string {
  const maker = creators[0]?.name ?? '';
  const near = digest(`${maker}|${titleStem(title, wordsOf)}|${group ?? ''}`);
  return group === undefined ? near : `${near} ${digest(`${maker}|${group}`)}`;
}

/** A stored key, taken apart. */
export function readOrderKey(key: string): OrderKey {
  const cut = key.indexOf(' ');
  return cut === -1
    ? { group: key, series: null }
    : { group: key.slice(0, cut), series: key.slice(cut + 1) };
}
