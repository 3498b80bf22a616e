/** Returns the line of a text with this index, from 0; empty when the text has fewer lines. */
export function lineOf(text: string, number: number): string {
  let from = 0;
  for (let line = 0; line < number; line++) {
    from = text.indexOf('\n', from) + 1;
    if (from === 0) return '';
  }
  const end = text.indexOf('\n', from);
  return end === -1 ? text.slice(from) : text.slice(from, end);
}

/** Returns the first word of a text of words; the form of a work when the text is the field `form`. */
export function firstWordOf(text: string): string {
  const end = text.indexOf(' ');
  return end === -1 ? text : text.slice(0, end);
}

/** Returns the first value of a line of values that ` - ` separates: the first of several titles or names. */
export function firstValueOf(text: string, number: number): string {
  const line = lineOf(text, number);
  const end = line.indexOf(' - ');
  return end === -1 ? line : line.slice(0, end);
}
