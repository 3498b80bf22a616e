import fresh from 'fresh';

/** A part of a representation: `from` and `to` are the positions of its first and last byte. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** True when an If-None-Match header names this entity tag (quoted); weak comparison, `*` names every one. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header !== undefined && fresh({ 'if-none-match': header.trim() }, { etag });
}

/**
 * Reads a Range header against a size: null when it is ignored (other units, several ranges, malformed), `unsatisfiable`
 * when it lies behind the end. The package range-parser answers 416 where the last position is before the first, which
 * RFC 9110 section 14.1.1 calls invalid and therefore ignored.
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
