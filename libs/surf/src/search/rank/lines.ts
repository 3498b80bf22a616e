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
