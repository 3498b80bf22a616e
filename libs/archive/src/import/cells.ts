/** Supported delimiters between the cells of a CSV row. */
export const DELIMITERS = [',', ';', '\t', '|'] as const;
/** A supported delimiter between the cells of a CSV row. */
export type CsvDelimiter = (typeof DELIMITERS)[number];

/** Splits a CSV row into cells (RFC 4180). A quote in a wrong place is read as a character. */
export function cellsOf(line: string, delimiter: CsvDelimiter): string[] {
  const between = delimiter.charCodeAt(0);
  const cells: string[] = [];
  let at = 0;
  while (at <= line.length) {
    if (line.charCodeAt(at) === 0x22) {
      const { value, next } = quotedCell(line, at, between);
      cells.push(value);
      at = next + 1;
    } else {
      let end = at;
      while (end < line.length && line.charCodeAt(end) !== between) end++;
      cells.push(line.slice(at, end));
      at = end + 1;
    }
  }
  return cells;
}

function quotedCell(line: string, start: number, between: number): { value: string; next: number } {
  let at = start + 1;
  let value = '';
  for (;;) {
    const quote = line.indexOf('"', at);
    if (quote === -1) return { value: value + line.slice(at), next: line.length };
    value += line.slice(at, quote);
    const after = line.charCodeAt(quote + 1);
    if (after === 0x22) {
      value += '"';
      at = quote + 2;
    } else if (Number.isNaN(after) || after === between) {
      return { value, next: quote + 1 };
    } else {
      // A quote inside a quoted cell should be doubled. One that is not doubled is kept as a character.
      value += '"';
      at = quote + 1;
    }
  }
}
