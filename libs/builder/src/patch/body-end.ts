const BODY_END = /<\/body[\t\n\f\r ]*>/gi;
const HTML_END = /<\/html[\t\n\f\r ]*>/iy;
const BLANKS = /[\t\n\f\r ]*/y;

/** The index after the match of the sticky pattern at `at`; `at` without a match. */
function skip(text: string, pattern: RegExp, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** True when only blanks, comments and `</html>` follow, as after the end tag of a body. */
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
 * The index at which a text is the last part of the body: before the last `</body>`, else the end of the text, which HTML
 * reads into the body too. A `</body>` inside of a script or comment is not the end of the body.
 */
export function bodyEnd(text: string): number {
  let last: RegExpExecArray | undefined;
  for (const match of text.matchAll(BODY_END)) last = match;
  return last !== undefined && isLast(text, last.index + last[0].length) ? last.index : text.length;
}
