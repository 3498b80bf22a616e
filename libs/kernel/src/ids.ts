import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_CHARS = 26;

/** Source of random ids, passed as a dependency so that tests can replace it. */
export interface RandomIdGenerator {
  /** Makes an id: `<prefix>_` and 26 characters of Crockford base32 in lower case, which encode 128 random bits. */
  make(prefix: string): string;
}

/** Encodes 128 bits as 26 characters of Crockford base32; the last character encodes three bits. */
function base32(bytes: Uint8Array): string {
  let text = '';
  let value = 0;
  let bits = 0;
  for (const byte of bytes) {
    value = ((value & 0xff) << 8) | byte;
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      text += ALPHABET.charAt((value >>> bits) & 31);
    }
  }
  return text + ALPHABET.charAt((value << (5 - bits)) & 31);
}

const ID_BYTES = 16;
/** Size of the buffer of random bytes. One system call for many ids is faster than one per id. */
const POOL_BYTES = 64 * ID_BYTES;
const pool = Buffer.alloc(POOL_BYTES);
let next = POOL_BYTES;

/** Encodes 16 bytes of the random buffer. Each byte is used once and then overwritten. */
function randomId(): string {
  if (next === POOL_BYTES) {
    randomFillSync(pool);
    next = 0;
  }
  const bytes = pool.subarray(next, (next += ID_BYTES));
  const text = base32(bytes).slice(0, ID_CHARS);
  bytes.fill(0);
  return text;
}

/** Makes ids from the random source of the operating system. */
export const randomIds: RandomIdGenerator = {
  make: (prefix) => `${prefix}_${randomId()}`,
};
