import { createHash } from 'node:crypto';

const BASE32_ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const ID_CHARS = 26;
/** Number of bytes hashed before the event loop runs again; hashing them takes 1 to 3 ms. */
const STEP_BYTES = 1024 * 1024;

/** Returns the first `chars` characters of the RFC 4648 base32 encoding, in lower case. */
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

/** The hash of a page's bytes, and a function that makes the id of a snapshot (publication) of the page from it. */
export interface PageHash {
  /** SHA-256 of the page's bytes, in hex. */
  readonly sha256: string;
  /**
   * Returns the id of the page's snapshot: a hash of bytes, title and mode, so the same input always gives the same id. A NUL
   * before title and mode separates them unambiguously, because neither contains one. Spec: publishing.snapshot-id.
   */
  snapshotId(title: string, mode: 'portable' | 'online'): string;
}

/**
 * Hashes the bytes of a page once; all snapshot ids of the page are made from this hash. The event loop runs after each
 * `STEP_BYTES` bytes.
 */
export async function hashPage(page: Uint8Array): Promise<PageHash> {
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
