import { randomBytes } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ID_CHARS = 26;

/** Ids as a dependency, so that tests can name theirs. */
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

/** Ids from the system's random source. */
export const randomIds: Ids = {
  make: (prefix) => `${prefix}_${base32(randomBytes(16)).slice(0, ID_CHARS)}`,
};
