import type { InputIssue } from '@bridge/contracts';
import { AGENT_KEY_SEARCH } from './agent-key.ts';

/** Maximum number of characters of a client's name that a refusal repeats. */
const NAME_SHOWN_CHARS = 80;
/** Maximum number of characters of a path of client names that a refusal repeats. */
const PATH_SHOWN_CHARS = 240;
/** Characters after the cut in which a key that begins before the cut is still found and masked. */
const KEY_CHARS = 64;
/** Maximum number of bytes of the issues of a refusal as JSON; the whole error body has at most 8 KiB. */
const ISSUES_BYTES_MAX = 6 * 1024;

/** Path to a value inside a JSON value: member names and element indexes. */
export type JsonPath = readonly PropertyKey[];

/** Returns the beginning of a client's name for a refusal: well-formed, with keys masked. */
export function cutName(name: string, chars = NAME_SHOWN_CHARS): string {
  const masked = name.slice(0, chars + KEY_CHARS).replaceAll(AGENT_KEY_SEARCH, 'ak_…');
  return masked.length <= chars
    ? masked.toWellFormed()
    : `${masked.slice(0, chars)}…`.toWellFormed();
}

/** Returns a path as text, such as `patch_ops[0].old`, for a refusal. */
export function shownPath(path: JsonPath): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += `${text === '' ? '' : '.'}${cutName(String(part))}`;
    if (text.length > PATH_SHOWN_CHARS) return cutName(text, PATH_SHOWN_CHARS);
  }
  return text;
}

/** Returns the first issue and as many of the others as fit into an error body. */
export function boundedIssues(issues: readonly InputIssue[]): readonly InputIssue[] {
  let bytes = 0;
  return issues.filter((issue, index) => {
    bytes += Buffer.byteLength(JSON.stringify(issue));
    return index === 0 || bytes <= ISSUES_BYTES_MAX;
  });
}
