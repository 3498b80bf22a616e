import fresh from 'fresh';

/** A range of bytes in an HTTP entity; both positions are inclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** True when an If-None-Match header contains this quoted entity tag (weak comparison) or `*`. */
export function matchesEtag(header: string | undefined, etag: string): boolean {
  return header !== undefined && fresh({ 'if-none-match': header.trim() }, { etag });
}

/**
 * Parses a Range header for an entity of `bytes` bytes. Returns null when the header must be ignored (RFC 9110 section 14.1.1);
 * the package range-parser would answer 416 for some such headers. Returns `unsatisfiable` when the range starts after the end.
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
