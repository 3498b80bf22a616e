import { crc32 } from 'node:zlib';
import { SECRET_RULES, type SecretRule } from './secret-rules.ts';

/** A secret in a page: its kind and where it begins, both from 1. The secret itself is never part of it. */
export interface SecretFinding {
  readonly kind: string;
  readonly line: number;
  readonly column: number;
}

/** A finding, or what has the form of this service's key and still has to prove its checksum. */
export interface SecretCandidate extends SecretFinding {
  /** Only where the checksum is to be verified; leaves the process nowhere. */
  readonly agentKey?: string;
}

/** Candidates kept from one page; far more than a refusal names. */
const CANDIDATES_MAX = 1_000;
/** A real token draws from its whole alphabet; a placeholder does not. */
const DISTINCT_CHARS_MIN = 9;
const PLACEHOLDER = /example|x{5}|0{6}|1234567|abcdef[g-z]|your[_-]|\.\.\./i;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const CHECKSUM_CHARS = 6;

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&');
/** All forms in one search: each alternative begins with its prefix, so most positions fail at the first character. */
const SEARCH = new RegExp(
  `(?<![0-9A-Za-z_])(?:${SECRET_RULES.map(({ prefix, rest }) => `(${escape(prefix)}${rest})`).join('|')})(?![0-9A-Za-z])`,
  'g',
);

/** The checksum GitHub and npm put at the end: CRC32 of the random part in six base62 characters. */
function base62Checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_CHARS; i += 1) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

function isGenuine(rule: SecretRule, text: string): boolean {
  if (rule.checksum === 'agent-key') return true;
  const random = text.slice(rule.prefix.length);
  if (rule.checksum === 'crc32-base62')
    return base62Checksum(random.slice(0, -CHECKSUM_CHARS)) === random.slice(-CHECKSUM_CHARS);
  return new Set(random).size >= DISTINCT_CHARS_MIN && !PLACEHOLDER.test(random);
}

/**
 * Searches a text for keys of this service and for well-known secrets, in one linear pass. Publishing one would hand
 * it to everybody, so a find refuses the publication. Source: publish design D5.
 */
export function searchSecrets(text: string): readonly SecretCandidate[] {
  const found: SecretCandidate[] = [];
  let line = 1;
  let lineStart = 0;
  for (const match of text.matchAll(SEARCH)) {
    const group = match.findIndex((value, index) => index > 0 && value !== undefined);
    const rule = SECRET_RULES[group - 1];
    if (rule === undefined || !isGenuine(rule, match[0])) continue;
    for (let at = text.indexOf('\n', lineStart); at >= 0 && at < match.index;) {
      line += 1;
      lineStart = at + 1;
      at = text.indexOf('\n', lineStart);
    }
    const place = { kind: rule.kind, line, column: match.index - lineStart + 1 };
    found.push(rule.checksum === 'agent-key' ? { ...place, agentKey: match[0] } : place);
    if (found.length >= CANDIDATES_MAX) break;
  }
  return found;
}

/** The same over all that a publication gives away: the page and its title. */
export function searchPage(html: string, title: string): readonly SecretCandidate[] {
  const inTitle = searchSecrets(title).map((found) => ({
    ...found,
    kind: `${found.kind}, in the title`,
  }));
  return [...inTitle, ...searchSecrets(html)];
}
