import { LIMITS } from '@bridge/contracts';
import { hash, randomInt } from 'node:crypto';

/** The characters of pairing codes: digits and capital letters without I, L, O and U, which people misread. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const HALF = LIMITS.pairingCodeChars / 2;

/**
 * Makes a pairing code, with which an agent joins a session with the owner: 8 random characters (40 bits), with a hyphen in the
 * middle.
 */
export function makePairingCode(): string {
  const chars = Array.from({ length: LIMITS.pairingCodeChars }, () =>
    ALPHABET.charAt(randomInt(ALPHABET.length)),
  ).join('');
  return `${chars.slice(0, HALF)}-${chars.slice(HALF)}`;
}

/** Returns the hash under which a pairing code is stored and found. Letter case, blanks and hyphens make no difference. */
export function hashPairingCode(accountId: string, code: string): Buffer {
  const plain = code.replaceAll(/[\s-]/g, '').toUpperCase();
  return hash('sha256', `${accountId}:${plain}`, 'buffer');
}
