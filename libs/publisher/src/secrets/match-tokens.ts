import { base62Crc32, isAgentKey } from '@bridge/kernel/agent-key';
import { CHECKSUM_TOKENS, SECRET_RULES, type ChecksumTokenFormat } from './secret-rules.ts';

/** A secret token that was found in a text: its kind and the offset of its first byte. */
export interface SecretTokenMatch {
  readonly kind: string;
  readonly start: number;
}

/**
 * Minimum number of different characters after a token's prefix. Real tokens are random; a placeholder such as `xxxx` has fewer
 * and is ignored.
 */
const DISTINCT_CHARS_MIN = 9;
const PLACEHOLDER = /example|x{5}|0{6}|1234567|abcdef[g-z]|your[_-]|\.\.\./i;
const CRC32_CHARS = 6;
const UNDERSCORE = 0x5f;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
const asGroup = (rule: { readonly prefix: string; readonly rest: string }): string =>
  `(${escape(rule.prefix)}${rule.rest})`;
/**
 * One regular expression for all tokens that are recognised by their form. Each alternative begins with a fixed prefix, so at
 * most positions the match fails at once.
 */
const SEARCH = new RegExp(
  `(?<![0-9A-Za-z_])(?:${SECRET_RULES.map(asGroup).join('|')})(?![0-9A-Za-z])`,
  'g',
);

const IS_BASE62 = new Uint8Array(256);
for (const char of '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
  IS_BASE62[char.charCodeAt(0)] = 1;

function hasChecksum({ checksum, prefix }: ChecksumTokenFormat, token: string): boolean {
  if (checksum === 'agent-key') return isAgentKey(token);
  const random = token.slice(prefix.length);
  return base62Crc32(random.slice(0, -CRC32_CHARS)) === random.slice(-CRC32_CHARS);
}

function startsWith(text: Buffer, at: number, prefix: string): boolean {
  for (let i = 0; i < prefix.length; i += 1)
    if (text[at + i] !== prefix.charCodeAt(i)) return false;
  return true;
}

/**
 * Returns the secret token whose prefix ends with the underscore at this offset and whose checksum is valid, or null. The
 * prefix of every `CHECKSUM_TOKENS` entry ends with `_`.
 */
function tokenAround(text: Buffer, underscore: number): SecretTokenMatch | null {
  const rest = underscore + 1;
  for (const token of CHECKSUM_TOKENS) {
    const start = rest - token.prefix.length;
    if (!startsWith(text, start, token.prefix) || rest + token.chars > text.length) continue;
    for (let at = rest; at < rest + token.chars; at += 1)
      if (IS_BASE62[text[at] ?? 0] !== 1) return null;
    const isGenuine = hasChecksum(token, text.toString('latin1', start, rest + token.chars));
    return isGenuine ? { kind: token.kind, start } : null;
  }
  return null;
}

/** Yields the secret tokens with a valid checksum, at any offset and between any characters. */
function* checksumTokens(text: Buffer): Generator<SecretTokenMatch> {
  for (let at = 2; at < text.length; at += 1) {
    // Every prefix has a base62 character before its underscore.
    if (text[at] !== UNDERSCORE || IS_BASE62[text[at - 1] ?? 0] !== 1) continue;
    if (IS_BASE62[text[at + 1] ?? 0] !== 1) continue;
    const token = tokenAround(text, at);
    if (token !== null) yield token;
  }
}

function isPlaceholder(token: string, prefix: string): boolean {
  const random = token.slice(prefix.length);
  return new Set(random).size < DISTINCT_CHARS_MIN || PLACEHOLDER.test(random);
}

/** Yields the secret tokens that are recognised by their form only (`SECRET_RULES`). They must be whole words. */
function* formTokens(text: Buffer): Generator<SecretTokenMatch> {
  for (const match of text.toString('latin1').matchAll(SEARCH)) {
    const group = match.findIndex((value, index) => index > 0 && value !== undefined);
    const rule = SECRET_RULES[group - 1];
    if (rule !== undefined && !isPlaceholder(match[0], rule.prefix))
      yield { kind: rule.kind, start: match.index };
  }
}

/**
 * Yields the secret tokens in ASCII text: first those with a checksum, then those with a known form. Both searches take linear
 * time.
 */
export function* matchTokens(bytes: Uint8Array): Generator<SecretTokenMatch> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  yield* checksumTokens(text);
  yield* formTokens(text);
}
