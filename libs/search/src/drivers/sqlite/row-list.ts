const ZERO = 48;
const COMMA = 44;

/** Row numbers that SQLite has joined by commas: a text costs a tenth of as many rows of one cell. */
export function rowNumbers(joined: unknown): number[] {
  if (typeof joined !== 'string') return [];
  const rows: number[] = [];
  let row = 0;
  for (let at = 0; at < joined.length; at++) {
    const code = joined.charCodeAt(at);
    if (code === COMMA) {
      rows.push(row);
      row = 0;
    } else row = row * 10 + code - ZERO;
  }
  rows.push(row);
  return rows;
}
