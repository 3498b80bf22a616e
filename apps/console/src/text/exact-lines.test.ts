import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countCodePoints,
  countLineEnds,
  describeExact,
  joinExact,
  mainLineEnd,
  splitExact,
  withLineEnd,
} from './exact-lines.ts';

/** Random texts with characters that a text editor might change by itself. */
const oddText = fc
  .array(fc.constantFrom('\n', '\r', '\r\n', '\uFEFF', '\0', '\u2028', 'a', 'é', '🌙', '\uD83C'))
  .map((parts) => parts.join(''));

// Verifies: console.exact-bytes.
test('a text comes back exactly from its lines, with BOM, NUL, lone CR, CRLF, U+2028 and lone surrogates', () => {
  fc.assert(fc.property(oddText, (text) => joinExact(splitExact(text)) === text));
});

test('the line end of a draft is the one that it uses most', () => {
  expect(mainLineEnd('a\r\nb\r\nc\n')).toBe('\r\n');
  expect(mainLineEnd('a\nb\nc\r\n')).toBe('\n');
  expect(mainLineEnd('a\rb')).toBe('\n');
  expect(countLineEnds('\r\n\n\r\r\n')).toEqual({ lf: 1, crlf: 2 });
});

// Verifies: console.typed-line-ends.
test('what is typed or pasted takes the line end of the draft, and a lone CR in it stays', () => {
  expect(withLineEnd('a\nb\r\nc\rd', '\r\n')).toBe('a\r\nb\r\nc\rd');
  expect(withLineEnd('a\nb\r\nc\rd', '\n')).toBe('a\nb\nc\rd');
});

test('the editor names what a text has besides its lines', () => {
  expect(describeExact('\uFEFFa\r\nb\0')).toEqual(['BOM', 'NUL']);
  expect(describeExact('a\nb')).toEqual([]);
});

test('code points are counted as the limit of a draft counts them', () => {
  fc.assert(fc.property(oddText, (text) => countCodePoints(text) === [...text].length));
});
