import fresh from 'fresh';

/** A range of bytes; `from` and `to` are inclusive positions. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** True when an If-None-Match header contains this quoted entity tag (weak comparison) or `*`. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header !== undefined && fresh({ 'if-none-match': header.trim() }, { etag });
}

/**
 * Parses a Range header: null when it is ignored (other unit, several ranges, malformed), `unsatisfiable` when it
 * begins after the end of the entity. The package range-parser rejects a last position before the first with 416; by
 * RFC 9110 section 14.1.1 such a header is ignored.
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
