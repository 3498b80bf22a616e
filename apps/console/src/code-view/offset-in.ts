import type { Text } from '@codemirror/state';
import type { LineColumnPosition } from '../text/places.ts';

/**
 * Returns the offset of a position (line and column) in a text. A column after the end of its line means the end of the line,
 * and a line after the last one means the last line.
 */
export function offsetIn(doc: Text, { line, column }: LineColumnPosition): number {
  const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
  return Math.min(from + Math.max(column, 1) - 1, to);
}
