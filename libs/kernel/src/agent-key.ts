import { hash, randomInt } from 'node:crypto';
import { crc32 } from 'node:zlib';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SECRET_CHARS = 43;
const CHECKSUM_CHARS = 6;
const FORM = /^ak_[0-9A-Za-z]{49}$/;
/** Finds what looks like a key inside a text; each find still has to pass the checksum. */
export const AGENT_KEY_SEARCH = /ak_[0-9A-Za-z]{49}(?![0-9A-Za-z])/g;

function checksum(body: string): string {
  let rest = crc32(`agent-bridge:${body}`);
  let text = '';
  for (let i = 0; i < CHECKSUM_CHARS; i += 1) {
    text = BASE62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/** Makes a key: `ak_`, 43 base62 characters (256 random bits) and the checksum. Source: decisions.md section 6. */
export function makeAgentKey(): string {
  let body = 'ak_';
  for (let i = 0; i < SECRET_CHARS; i += 1) body += BASE62.charAt(randomInt(62));
  return body + checksum(body);
}

/** True when the text has the form of a key and its checksum matches; costs no look-up. */
export function isAgentKey(text: string): boolean {
  return (
    FORM.test(text) && checksum(text.slice(0, -CHECKSUM_CHARS)) === text.slice(-CHECKSUM_CHARS)
  );
}

/** SHA-256 under which a key is stored: 256 random bits need no slow hash (ASVS 5.0, 6.5.2). */
export function hashAgentKey(key: string): Buffer {
  return hash('sha256', key, 'buffer');
}
