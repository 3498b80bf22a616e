/** A place in a text: line and column from 1, columns in UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}

/** Returns the offset of a place; one beyond its line is the end of the line, one beyond the text is its end. */
export function offsetOf(text: string, { line, column }: TextPlace): number {
  let from = 0;
  for (let left = line - 1; left > 0; left -= 1) {
    const end = text.indexOf('\n', from);
    if (end === -1) return text.length;
    from = end + 1;
  }
  const end = text.indexOf('\n', from);
  return Math.min(from + Math.max(column, 1) - 1, end === -1 ? text.length : end);
}

/** Returns the place of an offset. */
export function placeOf(text: string, offset: number): TextPlace {
  const at = Math.min(Math.max(offset, 0), text.length);
  let line = 1;
  let from = 0;
  for (let end = text.indexOf('\n'); end !== -1 && end < at; end = text.indexOf('\n', from)) {
    line += 1;
    from = end + 1;
  }
  return { line, column: at - from + 1 };
}
