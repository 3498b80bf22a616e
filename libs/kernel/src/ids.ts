import { randomFillSync } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_CHARS = 26;

/** Ids as a dependency; tests replace them. */
export interface Ids {
  /** `<prefix>_` and 26 characters of Crockford base32 in lower case: 128 random bits. */
  make(prefix: string): string;
}

/** 128 random bits as 26 characters of Crockford base32 (the last one carries three bits). */
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
/** Random bytes read at a time: each read from the system costs more than encoding the id. */
const POOL_BYTES = 64 * ID_BYTES;
const pool = Buffer.alloc(POOL_BYTES);
let next = POOL_BYTES;

/** Encodes the next 16 random bytes; each is used once and then overwritten. */
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

/** Ids from the system's random source. */
export const randomIds: Ids = {
  make: (prefix) => `${prefix}_${randomId()}`,
};
