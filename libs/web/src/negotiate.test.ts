import { expect, test } from 'vitest';
import { chooseEncoding, preferredType } from './negotiate.ts';

test.each([
  [undefined, null],
  ['', null],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;q=0.5', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0.8, br;q=0.4', 'gzip'],
  ['*', 'br'],
  ['*;q=0', null],
  ['identity', null],
  ['identity;q=0.5, gzip;q=0.2', null],
  ['gzip;q=nonsense', null],
  [';;;,,,', null],
] as const)('a reader that accepts the encodings %j gets %j', (header, encoding) => {
  expect(chooseEncoding(header, new Set(['br', 'gzip'] as const))).toBe(encoding);
  expect(chooseEncoding(header, new Set())).toBeNull();
});

test('a preferred encoding that is not stored gives way to the next', () => {
  expect(chooseEncoding('br, identity, gzip;q=0.5', new Set(['gzip'] as const))).toBeNull();
  expect(chooseEncoding('br, gzip', new Set(['gzip'] as const))).toBe('gzip');
});

test.each([
  [undefined, 'text/html'],
  ['  ', 'text/html'],
  ['*/*', 'text/html'],
  ['text/markdown, */*', 'text/markdown'],
  ['text/markdown;q=0.5, text/html', 'text/html'],
  ['text/*;q=0.1', 'text/html'],
  ['text/html;q=0', undefined],
  ['image/png', undefined],
  ['nonsense', undefined],
])('a reader that accepts the types %j gets %j', (accept, type) => {
  expect(preferredType(accept, ['text/html', 'text/markdown'])).toBe(type);
});
