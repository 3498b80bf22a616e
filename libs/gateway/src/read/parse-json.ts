import { BridgeError } from '@bridge/kernel';
import { isUtf8 } from 'node:buffer';
import { scanJson } from './scan-json.ts';
import { shownPath } from './cut-name.ts';

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

type Path = readonly (string | number)[];

/** Path of the first string or member name that holds half a surrogate pair (`"\ud800"` is legal JSON); null if none. */
function illFormedAt(value: unknown, path: Path): Path | null {
  if (typeof value === 'string') return value.isWellFormed() ? null : path;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, member] of Object.entries(value)) {
    if (!name.isWellFormed()) return path;
    const found = illFormedAt(member, [...path, Array.isArray(value) ? Number(name) : name]);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Parses the bytes of a request body as strictly as JSON can be read: valid UTF-8 without a byte order mark, bounded
 * depth and size, no repeated names, no half surrogates. Throws invalid_json, json_too_complex, invalid_unicode or (for
 * `__proto__`) invalid_input; nothing is repaired. Pure, so that it runs on the event loop and in a worker alike.
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
    // The parser's own message quotes the body, which an agent must not read as ours.
    throw new BridgeError('invalid_json', { reason: 'it does not parse' });
  }
  const at = illFormedAt(value, []);
  if (at !== null)
    throw new BridgeError('invalid_unicode', {
      field: at.length === 0 ? 'The body' : shownPath(at),
    });
  return value;
}
