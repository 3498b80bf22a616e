import { hash } from 'node:crypto';
import type { Action } from './service.ts';

/** Rises when the rule below changes. It is stored with each idempotency row, so that old rows stay comparable. */
export const FINGERPRINT_VERSION = 1;
/**
 * Strings with more UTF-16 units than this enter the fingerprint by their SHA-256, so that a body that travels by
 * reference has the same fingerprint.
 */
const LONG_STRING_CHARS = 1024;

/**
 * Takes the place of a long string in an input when the hash of the string is known already. `sha256` is over its UTF-8
 * bytes.
 */
export interface HashedText {
  readonly sha256: string;
}

function isHashedText(value: object): value is HashedText {
  return 'sha256' in value && typeof value.sha256 === 'string' && Object.keys(value).length === 1;
}

/**
 * Returns the canonical text of a JSON value: members sorted by name, long strings by their hash. The parser bounds the
 * depth.
 */
function canonical(value: unknown): string {
  if (typeof value === 'string') {
    return value.length > LONG_STRING_CHARS ? `#${hash('sha256', value)}` : JSON.stringify(value);
  }
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    if (isHashedText(value)) return `#${value.sha256}`;
    const members = new Map(Object.entries(value).filter(([, member]) => member !== undefined));
    const texts = [...members.keys()]
      .sort()
      .map((name) => `${JSON.stringify(name)}:${canonical(members.get(name))}`);
    return `{${texts.join(',')}}`;
  }
  return JSON.stringify(value);
}

/**
 * Returns the fingerprint of a validated input: the same call by act or by MCP, with another member order or an
 * explicit default, has the same fingerprint. The idempotency key is left out, and validation fills in defaults. A long
 * text may be given as `{sha256}`; texts of 1,024 UTF-16 units or fewer must be given as they are.
 * Spec: idempotency.fingerprint.
 */
export function fingerprint(action: Pick<Action, 'name'>, input: object): string {
  const rest: Record<string, unknown> = { ...input };
  delete rest.idempotency_key;
  return hash('sha256', `${FINGERPRINT_VERSION}\n${action.name}\n${canonical(rest)}`);
}
