import type { InputIssue } from '@bridge/contracts';
import { AGENT_KEY_SEARCH } from '@bridge/kernel';

/** Longest name of a caller's own that a refusal repeats. */
const NAME_SHOWN_CHARS = 80;
/** Longest path of such names. */
const PATH_SHOWN_CHARS = 240;
/** Far enough behind a cut that a key which begins before it is seen whole. */
const KEY_CHARS = 64;
/** What is left for issues of an error body of at most 8 KiB, as JSON. */
const ISSUES_BYTES_MAX = 6 * 1024;

/** The beginning of a name that the caller made up, for a refusal: short, well-formed, and never with a key in it. */
export function cutName(name: string, chars = NAME_SHOWN_CHARS): string {
  const masked = name.slice(0, chars + KEY_CHARS).replaceAll(AGENT_KEY_SEARCH, 'ak_…');
  return masked.length <= chars
    ? masked.toWellFormed()
    : `${masked.slice(0, chars)}…`.toWellFormed();
}

/** Where a member stands, as `patch_ops[0].old`, for a refusal. */
export function shownPath(path: readonly PropertyKey[]): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += `${text === '' ? '' : '.'}${cutName(String(part))}`;
    if (text.length > PATH_SHOWN_CHARS) return cutName(text, PATH_SHOWN_CHARS);
  }
  return text;
}

/** As many of the issues as an error body holds; the first one always. */
export function boundedIssues(issues: readonly InputIssue[]): readonly InputIssue[] {
  let bytes = 0;
  return issues.filter((issue, index) => {
    bytes += Buffer.byteLength(JSON.stringify(issue));
    return index === 0 || bytes <= ISSUES_BYTES_MAX;
  });
}
