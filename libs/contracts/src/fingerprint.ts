import { hash } from 'node:crypto';
import type { Action } from './service.ts';

/**
 * Version of the rule by which fingerprints of call inputs are computed, stored with each idempotency key. Fingerprints of
 * different versions are not compared.
 */
export const FINGERPRINT_VERSION = 1;
/**
 * Strings longer than this, in UTF-16 units, enter the fingerprint of an input as their SHA-256. So an input has the same
 * fingerprint with a text and with a body reference to it.
 */
const LONG_STRING_CHARS = 1024;

/** A value that replaces in a call’s input a long string whose SHA-256 (hex, over its UTF-8 bytes) is already known. */
export interface TextHashPlaceholder {
  readonly sha256: string;
}

function isHashedText(value: object): value is TextHashPlaceholder {
  return 'sha256' in value && typeof value.sha256 === 'string' && Object.keys(value).length === 1;
}

/** Returns a canonical text of a JSON value: members sorted by name, long strings replaced with their hash. */
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
 * Returns the fingerprint of a call’s validated input, a SHA-256 in hex by which a repeated call is recognized. Member order,
 * explicit defaults and the surface do not change it; the idempotency key is excluded. A string over 1,024 UTF-16 units may
 * be given as `{sha256}`. Spec: idempotency.fingerprint.
 */
export function fingerprint(action: Pick<Action, 'name'>, input: object): string {
  const rest: Record<string, unknown> = { ...input };
  delete rest.idempotency_key;
  return hash('sha256', `${FINGERPRINT_VERSION}\n${action.name}\n${canonical(rest)}`);
}
