import type { ArchiveRecord } from './archive-record.ts';

/** Minimum length in cm of the longer side of a poster. Prints for collectors are smaller, except in recent decades. */
const POSTER_CM_MIN = 56;
/** First and last year between which a lithograph with a longer side of at least POSTER_CM_MIN is mostly a poster. */
const POSTER_YEARS = { from: 1866, to: 1939 } as const;
const SIZES = /(\d+(?:\.\d+)?) ?[x×] ?(\d+(?:\.\d+)?) ?(cm|mm)\b/g;

/** True for a single lithograph of the size of a poster, because collections of prints classify posters as lithographs. */
export function isPosterSized({ form, medium, dimensions, date, group }: ArchiveRecord): boolean {
  if (form !== 'print' || dimensions === undefined || group !== undefined) return false;
  if (date.from === null || date.from < POSTER_YEARS.from || date.from > POSTER_YEARS.to)
    return false;
  if (medium === undefined || !/^(?:colou?r )?(?:photo)?lithograph/i.test(medium)) return false;
  for (const [, height = '', width = '', unit] of dimensions.matchAll(SIZES)) {
    const long = Math.max(Number(height), Number(width)) / (unit === 'mm' ? 10 : 1);
    if (long >= POSTER_CM_MIN) return true;
  }
  return false;
}
