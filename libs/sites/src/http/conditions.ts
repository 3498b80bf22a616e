/** Encodings that pages are stored in, best first. */
export type Encoding = 'br' | 'gzip';
/** A part of a representation: `from` and `to` are the first and the last byte. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** True when an If-None-Match header names this ETag; `*` names every one, weakness does not matter. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  const named: readonly string[] = header.match(/"[^"]*"/g) ?? [];
  return named.includes(etag);
}

const KEPT_CHOICES_MAX = 64;
const choices = new Map<string, ReadonlyMap<string, number>>();

/** Weights of an Accept-Encoding header; the few that browsers send are read once. */
function weights(header: string): ReadonlyMap<string, number> {
  const known = choices.get(header);
  if (known !== undefined) return known;
  const read = new Map<string, number>();
  for (const part of header.toLowerCase().split(',')) {
    const [, coding, q] = /^\s*([a-z0-9*_-]+)\s*(?:;\s*q=([0-9.]+)\s*)?$/.exec(part) ?? [];
    if (coding !== undefined) read.set(coding, q === undefined ? 1 : Number(q) || 0);
  }
  if (choices.size >= KEPT_CHOICES_MAX) choices.clear();
  choices.set(header, read);
  return read;
}

/** The stored encoding this reader prefers, null for none; at equal weight the earlier of `offered` wins. */
export function chooseEncoding(
  header: string | undefined,
  offered: readonly Encoding[],
): Encoding | null {
  if (header === undefined || offered.length === 0) return null;
  const read = weights(header);
  const weight = (coding: string): number => read.get(coding) ?? read.get('*') ?? 0;
  let best: Encoding | null = null;
  let bestWeight = read.get('identity') ?? 0;
  for (const coding of offered) {
    const w = weight(coding);
    // Smaller bytes win over none at equal weight.
    if (w > 0 && (best === null ? w >= bestWeight : w > bestWeight)) {
      best = coding;
      bestWeight = w;
    }
  }
  return best;
}

/**
 * Reads a Range header against a size: null when it is to be ignored (other units, several ranges, malformed), and
 * `unsatisfiable` when it lies behind the end. Source: RFC 9110 section 14.
 */
export function readRange(
  header: string | undefined,
  bytes: number,
): ByteRange | 'unsatisfiable' | null {
  const [, first, last] = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/.exec(header ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return null;
  if (first === '') {
    const length = Math.min(Number(last), bytes);
    return length === 0 ? 'unsatisfiable' : { from: bytes - length, to: bytes - 1 };
  }
  const from = Number(first);
  if (last !== '' && Number(last) < from) return null;
  if (from >= bytes) return 'unsatisfiable';
  return { from, to: last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1) };
}
