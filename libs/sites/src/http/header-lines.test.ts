import { expect, test } from 'vitest';
import { headerLines } from './header-lines.ts';

test('headers are sent one a line', () => {
  expect(headerLines(['A', 'b', 'C', 'd; e="é"'])).toBe('A: b\r\nC: d; e="é"\r\n');
});

test.each(['x\r\nSet-Cookie: a=b', 'x\ny', 'x\0', 'x\u007f', '\u2028', '雨'])(
  'a value that would be another line, or none, is never sent: %j',
  (value) => {
    expect(() => headerLines(['Location', value])).toThrow(/internal/);
  },
);
