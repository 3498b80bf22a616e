/** A position in a text. Line and column count from 1, and the column counts UTF-16 code units. */
export interface LineColumnPosition {
  readonly line: number;
  readonly column: number;
}
