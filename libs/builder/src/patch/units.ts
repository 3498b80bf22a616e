/**
 * A text as an array of UTF-16 code units. Texts are searched in this form, because `findText` needs fast access to single
 * units.
 */
export type Utf16Units = Uint16Array<ArrayBuffer>;

const HIGH_SURROGATE = 0xd800;
const LOW_SURROGATE = 0xdc00;
const SURROGATE_MASK = 0xfc00;
const ASCII_END = 0x80;
const LF = 10;
const CR = 13;

/** Converts a string to its UTF-16 code units. */
export function unitsOf(text: string): Utf16Units {
  const units = new Uint16Array(text.length);
  Buffer.from(units.buffer).write(text, 'utf16le');
  return units;
}

/** Converts UTF-16 code units to a string. */
export function textOf(units: Utf16Units): string {
  return Buffer.from(units.buffer, units.byteOffset, units.byteLength).toString('utf16le');
}

function isAscii(units: Utf16Units): boolean {
  let all = 0;
  for (let i = 0; i < units.length; i += 1) all |= units[i] ?? 0;
  return all < ASCII_END;
}

/** Converts well-formed UTF-16 code units to UTF-8 bytes. */
export function utf8Of(units: Utf16Units): Uint8Array<ArrayBuffer> {
  // Most pages are ASCII. Copying the units to bytes is then much faster than encoding a string.
  return isAscii(units) ? new Uint8Array(units) : new TextEncoder().encode(textOf(units));
}

/** Counts the Unicode code points in well-formed UTF-16 code units. */
export function countUnitChars(units: Utf16Units): number {
  let lows = 0;
  for (let i = 0; i < units.length; i += 1) {
    if (((units[i] ?? 0) & SURROGATE_MASK) === LOW_SURROGATE) lows += 1;
  }
  return units.length - lows;
}

/** Returns `index`, or `index` minus one if it is inside a surrogate pair. */
export function floorToChar(units: Utf16Units, index: number): number {
  const before = units[index - 1];
  const after = units[index];
  const cuts =
    before !== undefined &&
    after !== undefined &&
    (before & SURROGATE_MASK) === HIGH_SURROGATE &&
    (after & SURROGATE_MASK) === LOW_SURROGATE;
  return cuts ? index - 1 : index;
}

/** Returns the first code points of the text from `index` on, at most `chars`. */
export function textAfter(units: Utf16Units, index: number, chars: number): string {
  const near = textOf(units.subarray(index, index + 2 * chars + 1));
  return [...near].slice(0, chars).join('').toWellFormed();
}

/** Returns the last code points of the text before `index`, at most `chars`. */
export function textBefore(units: Utf16Units, index: number, chars: number): string {
  const near = textOf(units.subarray(Math.max(0, index - 2 * chars - 1), index));
  return [...near].slice(-chars).join('').toWellFormed();
}

/**
 * Returns the line number, from 1, of each of the indexes, which must be ascending. LF, CR LF and a CR alone each end a line.
 */
export function linesOf(units: Utf16Units, ascending: readonly number[]): number[] {
  let line = 1;
  let at = 0;
  return ascending.map((index) => {
    for (; at < index; at += 1) {
      const unit = units[at] ?? 0;
      if (unit <= CR && (unit === LF || (unit === CR && units[at + 1] !== LF))) line += 1;
    }
    return line;
  });
}

/** The position of a code unit. Line and column count from 1, the offset from 0; column and offset count code points. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/**
 * Returns the position of each of the indexes, which must be ascending, in one pass. Line ends are the same as in `linesOf`.
 */
export function positionsOf(units: Utf16Units, ascending: readonly number[]): TextPosition[] {
  const positions: TextPosition[] = [];
  let line = 1;
  let lineStart = 0;
  let offset = 0;
  let at = 0;
  for (const index of ascending) {
    for (; at < index; at += 1) {
      const unit = units[at] ?? 0;
      if ((unit & SURROGATE_MASK) === LOW_SURROGATE) continue;
      offset += 1;
      if (unit === LF || (unit === CR && units[at + 1] !== LF)) {
        line += 1;
        lineStart = offset;
      }
    }
    positions.push({ line, column: offset - lineStart + 1, offset });
  }
  return positions;
}

/** Returns line, column and offset of one index in UTF-16 units. */
export function positionOf(units: Utf16Units, index: number): TextPosition {
  return positionsOf(units, [index])[0] ?? { line: 1, column: 1, offset: 0 };
}
