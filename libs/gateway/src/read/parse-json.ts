import { BridgeError, shownPath, type JsonPathSegments } from '@bridge/kernel';
import { isUtf8 } from 'node:buffer';
import { scanJson } from './scan-json.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * Returns the path of the first string or member name in a JSON value that has a lone surrogate (`"\ud800"` is valid JSON);
 * null when there is none.
 */
function findIllFormed(value: unknown, path: JsonPathSegments): JsonPathSegments | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    if (!name.isWellFormed()) return path;
    const found = findIllFormed(member, [...path, Array.isArray(value) ? Number(name) : name]);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Parses a request body strictly: valid UTF-8 without a byte order mark, bounded depth and size, no repeated member
 * names, no lone surrogates. Throws invalid_json, json_too_complex, invalid_unicode, and invalid_input for `__proto__`.
 * Pure, because it also runs in worker threads.
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) throw new BridgeError('invalid_json', { reason: 'it is empty' });
  if (bytes.subarray(0, BYTE_ORDER_MARK.length).equals(BYTE_ORDER_MARK))
    throw new BridgeError('invalid_json', { reason: 'it begins with a byte order mark' });
  if (!isUtf8(bytes)) throw new BridgeError('invalid_unicode', { field: 'The body' });
  scanJson(bytes);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    // The parser’s own message quotes the body. It is not passed on, because an agent would take it for the product’s text.
    throw new BridgeError('invalid_json', { reason: 'it does not parse' });
  }
  const at = findIllFormed(value, []);
  if (at !== null)
    throw new BridgeError('invalid_unicode', {
      field: at.length === 0 ? 'The body' : shownPath(at),
    });
  return value;
}
