/** A position in a text: line and column from 1, the column in UTF-16 code units. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
}
