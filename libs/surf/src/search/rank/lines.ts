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

/** Returns the first word of a text. In the field `form` this is the form of the work, such as "painting". */
export function firstWordOf(text: string): string {
  const end = text.indexOf(' ');
  return end === -1 ? text : text.slice(0, end);
}

/**
 * Returns the first value in line `number` of a text. ` - ` separates the values of a line, such as several titles or names.
 */
export function firstValueOf(text: string, number: number): string {
  const line = lineOf(text, number);
  const end = line.indexOf(' - ');
  return end === -1 ? line : line.slice(0, end);
}
