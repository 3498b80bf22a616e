const BODY_END = /<\/body[\t\n\f\r ]*>/gi;
const HTML_END = /<\/html[\t\n\f\r ]*>/iy;
const BLANKS = /[\t\n\f\r ]*/y;

/**
 * Returns the index after the match of a sticky pattern at the index `at`; `at` itself when the pattern does not match there.
 */
function skip(text: string, pattern: RegExp, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** True when only white space, comments and `</html>` follow from the index `from` on, which is the end of a `</body>`. */
function isLast(text: string, from: number): boolean {
  let at = from;
  while (at < text.length) {
    const begin = at;
    at = skip(text, HTML_END, skip(text, BLANKS, at));
    if (text.startsWith('<!--', at)) {
      const end = text.indexOf('-->', at + 4);
      if (end === -1) return false;
      at = end + 3;
    }
    if (at === begin) return false;
  }
  return true;
}

/**
 * Returns the index at which inserted HTML becomes the end of the body: before the last `</body>`, or else the end of the text.
 * A `</body>` that other content follows, such as one inside a script or comment, does not count.
 */
export function bodyEnd(text: string): number {
  let last: RegExpExecArray | undefined;
  for (const match of text.matchAll(BODY_END)) last = match;
  return last !== undefined && isLast(text, last.index + last[0].length) ? last.index : text.length;
}
