import { Text } from '@codemirror/state';
import { expect, test } from 'vitest';
import { offsetIn } from './offset-in.ts';

const doc = Text.of(['ab', 'cd\r', '']);

test('a place of a warning is the offset of its line and column', () => {
  expect(offsetIn(doc, { line: 1, column: 1 })).toBe(0);
  expect(offsetIn(doc, { line: 2, column: 2 })).toBe(4);
  expect(offsetIn(doc, { line: 3, column: 1 })).toBe(7);
});

test('a place beyond its line is the end of the line, and one beyond the text is in the last line', () => {
  expect(offsetIn(doc, { line: 1, column: 9 })).toBe(2);
  expect(offsetIn(doc, { line: 7, column: 4 })).toBe(7);
  expect(offsetIn(doc, { line: 0, column: 0 })).toBe(0);
});
