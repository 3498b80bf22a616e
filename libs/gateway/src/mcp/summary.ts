import { createHash } from 'node:crypto';
import { PUBLIC_PATHS } from '@bridge/contracts';
import type { Dispatched, Result } from '../dispatch.ts';

/** What is longer than this, in UTF-16 units of its JSON text, is told by its size. */
const MEMBER_CHARS_MAX = 4_096;

type Members = Readonly<Record<string, unknown>>;

function outlineOf(value: unknown): unknown {
  if (Array.isArray(value) && JSON.stringify(value).length > MEMBER_CHARS_MAX) {
    return { items: value.length };
  }
  if (typeof value === 'string' && value.length > MEMBER_CHARS_MAX) {
    return {
      bytes: Buffer.byteLength(value, 'utf8'),
      chars: countChars(value),
      sha256: createHash('sha256').update(value, 'utf8').digest('hex'),
    };
  }
  return value;
}

/** Unicode code points, as JSON Schema counts characters. */
function countChars(text: string): number {
  let chars = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      chars -= 1;
      at += 1;
    }
  }
  return chars;
}

/** The members of a large result: long strings as `{bytes, chars, sha256}`, long lists as `{items}`. */
function membersOf(result: Result): Members {
  if (result.outline !== null) return result.outline;
  // A result is an object: it was checked against its output schema before it came here.
  const whole = JSON.parse(result.json ?? '{}') as Members;
  return Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, outlineOf(value)]));
}

/**
 * What stands as text beside a large structuredContent: the same result without what is large, and where that is.
 */
export function summaryText(done: Dispatched): string {
  return JSON.stringify({
    summary: `The complete result is in structuredContent; this text leaves out what is large. A client that does not show structuredContent can read the HTML with GET ${PUBLIC_PATHS.bridge}/pages/<page_id>/raw and the same key.`,
    ...membersOf(done.result),
  });
}
