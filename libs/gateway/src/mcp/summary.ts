import { measureBody } from '@bridge/blobs/text-body';
import { PUBLIC_PATHS } from '@bridge/contracts';
import type { CompletedCall, ActionResult } from '../dispatch.ts';

/**
 * Maximum length of a result’s member in the summary of a large result, in UTF-16 units; a longer one is replaced by its
 * size.
 */
const MEMBER_CHARS_MAX = 4_096;

/** The members of an action’s result by name; large members may be replaced by their sizes. */
type ActionResultSummary = Readonly<Record<string, unknown>>;

function outlineOf(value: unknown): unknown {
  if (Array.isArray(value) && JSON.stringify(value).length > MEMBER_CHARS_MAX) {
    return { items: value.length };
  }
  if (typeof value === 'string' && value.length > MEMBER_CHARS_MAX) {
    const { bytes, chars, sha256 } = measureBody(Buffer.from(value, 'utf8'));
    return { bytes: bytes.byteLength, chars, sha256 };
  }
  return value;
}

/**
 * Returns the members of an action’s large result, with long strings as `{bytes, chars, sha256}` and long lists as `{items}`.
 */
function outlineMembersOf(result: ActionResult): ActionResultSummary {
  if (result.outline !== null) return result.outline;
  // Safe cast: the bus has validated the result against its output schema, which is an object.
  const whole = JSON.parse(result.json ?? '{}') as ActionResultSummary;
  return Object.fromEntries(Object.entries(whole).map(([name, value]) => [name, outlineOf(value)]));
}

/**
 * Returns the text that is sent beside a large structuredContent: the result with the sizes of its large members, and how to
 * read them.
 */
export function summaryText(done: CompletedCall): string {
  return JSON.stringify({
    summary: `The complete result is in structuredContent; this text leaves out what is large. A client that does not show structuredContent can read the HTML with GET ${PUBLIC_PATHS.bridge}/pages/<page_id>/raw and the same key.`,
    ...outlineMembersOf(done.result),
  });
}
