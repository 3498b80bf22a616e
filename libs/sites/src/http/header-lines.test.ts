import { expect, test } from 'vitest';
import { formatHeaders } from './header-lines.ts';

test('headers are sent one a line', () => {
  expect(formatHeaders(['A', 'b', 'C', 'd; e="é"'])).toBe('A: b\r\nC: d; e="é"\r\n');
});

test.each(['x\r\nSet-Cookie: a=b', 'x\ny', 'x\0', 'x\u007f', '\u2028', '雨'])(
  'a value that would be another line, or none, is never sent: %j',
  (value) => {
    expect(() => formatHeaders(['Location', value])).toThrow(/internal/);
  },
);
