import { createHash } from 'node:crypto';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_CHARS = 26;

/** RFC 4648 base32 in lower case, the first `chars` characters. */
function base32(bytes: Uint8Array, chars: number): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5 && text.length < chars; bits -= 5)
      text += ALPHABET.charAt((value >>> (bits - 5)) & 31);
    if (text.length >= chars) break;
  }
  return text;
}

/**
 * The name of a snapshot, made from what it shows: the same bytes, title and mode always give the same id. Neither
 * title nor mode can hold a NUL, so no two different snapshots run together. Source: decisions.md section 6.
 */
export function snapshotId(
  composed: Uint8Array,
  title: string,
  mode: 'portable' | 'online',
): string {
  const digest = createHash('sha256')
    .update(composed)
    .update(`\0${title}\0${mode}`, 'utf8')
    .digest();
  return `sn_${base32(digest, ID_CHARS)}`;
}
