import { createHash } from 'node:crypto';

const BASE32_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_CHARS = 26;
/** Hashed in one to three milliseconds. */
const STEP_BYTES = 1024 * 1024;

/** RFC 4648 base32 in lower case, the first `chars` characters. */
function base32(bytes: Uint8Array, chars: number): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = ((value << 8) | byte) & 0xfff;
    bits += 8;
    for (; bits >= 5 && text.length < chars; bits -= 5)
      text += BASE32_ALPHABET.charAt((value >>> (bits - 5)) & 31);
    if (text.length >= chars) break;
  }
  return text;
}

/** What a page is known by. */
export interface PageNames {
  /** Of its bytes, hex. */
  readonly sha256: string;
  /**
   * The name of its snapshot, made from what it shows: the same bytes, title and mode always give the same id. Neither
   * title nor mode can hold a NUL, so no two different snapshots run together. Spec: publishing.snapshot-id.
   */
  snapshotId(title: string, mode: 'portable' | 'online'): string;
}

/** Names a page in one pass over its bytes, in steps between which other work gets its turn. */
export async function namePage(page: Uint8Array): Promise<PageNames> {
  const hash = createHash('sha256');
  for (let at = 0; at < page.byteLength; at += STEP_BYTES) {
    if (at > 0) await new Promise(setImmediate);
    hash.update(page.subarray(at, at + STEP_BYTES));
  }
  return {
    sha256: hash.copy().digest('hex'),
    snapshotId: (title, mode) => {
      const digest = hash.copy().update(`\0${title}\0${mode}`, 'utf8').digest();
      return `sn_${base32(digest, ID_CHARS)}`;
    },
  };
}
