import type { InputIssue } from '@bridge/contracts';
import { AGENT_KEY_SEARCH } from './agent-key.ts';

/** Maximum number of characters of a client's property name in an error message; a longer name is cut. */
const NAME_SHOWN_CHARS = 80;
/** Maximum number of characters of a path of property names in an error message; a longer path is cut. */
const PATH_SHOWN_CHARS = 240;
/** Length of an agent key in characters. */
const KEY_CHARS = 52;
/** Text that replaces an agent key. */
const MASK = 'ak_…';
/** Maximum size in bytes of `details.issues` as JSON; further issues are omitted. The whole error body is limited to 8 KiB. */
const ISSUES_BYTES_MAX = 6 * 1024;

/** Path to a value inside a JSON value: property names and array indexes. */
export type JsonPathSegments = readonly PropertyKey[];

/**
 * Prepares a name that a client sent for an error message: masks agent keys, cuts the name and makes its Unicode well-formed.
 */
export function cutName(name: string, chars = NAME_SHOWN_CHARS): string {
  // Each mask shortens the name. So many characters are masked that the shown ones have none of an unmasked key, even when the
  // name consists of keys and a key is longer than the rest.
  const searchedChars = (chars * KEY_CHARS) / MASK.length + KEY_CHARS;
  const masked = name.slice(0, searchedChars).replaceAll(AGENT_KEY_SEARCH, MASK);
  return masked.length <= chars
    ? masked.toWellFormed()
    : `${masked.slice(0, chars)}…`.toWellFormed();
}

/** Converts a path into text for an error message, such as `patch_ops[0].old`. */
export function shownPath(path: JsonPathSegments): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += `${text === '' ? '' : '.'}${cutName(String(part))}`;
    if (text.length > PATH_SHOWN_CHARS) return cutName(text, PATH_SHOWN_CHARS);
  }
  return text;
}

/** Returns the first issue (problem of an input), and as many further issues as fit into an error body. */
export function boundedIssues(issues: readonly InputIssue[]): readonly InputIssue[] {
  let bytes = 0;
  return issues.filter((issue, index) => {
    bytes += Buffer.byteLength(JSON.stringify(issue));
    return index === 0 || bytes <= ISSUES_BYTES_MAX;
  });
}
