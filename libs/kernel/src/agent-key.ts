import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_CHARS = 43;
const CHECKSUM_CHARS = 6;
const FORM = /^ak_[0-9A-Za-z]{49}$/;
/**
 * Matches text in the form of an agent key anywhere in a longer text, even next to letters. The checksum then decides
 * whether the match is a key.
 */
export const AGENT_KEY_SEARCH = /ak_[0-9A-Za-z]{49}/g;

/** Returns the CRC32 of `body` as six base62 characters, the checksum at the end of an agent key. */
export function base62Crc32(body: string): string {
  let rest = crc32(body);
  let text = '';
  for (let i = 0; i < CHECKSUM_CHARS; i += 1) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

const checksum = (body: string): string => base62Crc32(`agent-bridge:${body}`);

/** Makes a new agent key: `ak_`, 43 base62 characters (256 random bits) and the checksum. Spec: keys.form. */
export function makeAgentKey(): string {
  let body = 'ak_';
  for (let i = 0; i < SECRET_CHARS; i += 1) body += BASE62.charAt(randomInt(62));
  return body + checksum(body);
}

/** True when the text has the form of an agent key with a valid checksum. Does not read the database. */
export function isAgentKey(text: string): boolean {
  return (
    FORM.test(text) && checksum(text.slice(0, -CHECKSUM_CHARS)) === text.slice(-CHECKSUM_CHARS)
  );
}

/** Returns the SHA-256 of an agent key for storage. 256 random bits need no slow password hash (ASVS 5.0, 6.5.2). */
export function hashAgentKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
