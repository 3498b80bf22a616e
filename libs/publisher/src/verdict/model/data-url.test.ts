import { expect, test } from 'vitest';
import { dataUrlType, readDataUrl } from './data-url.ts';

test.each([
  ['percent escapes', 'data:text/html,%3Cp%3Eé', 'text/html', '<p>é'],
  ['no type', 'data:,a', 'text/plain', 'a'],
  ['a type in capitals with blanks', 'data: Text/HTML ;a=b,x', 'text/html', 'x'],
  ['base64', 'data:text/css;base64,YXtifQ==', 'text/css', 'a{b}'],
  ['base64 with escapes', 'data:text/css;base64,YXtifQ%3D%3D', 'text/css', 'a{b}'],
  ['base64 that is no type of encoding', 'data:text/css;base64=1,YQ', 'text/css', 'YQ'],
  ['a fragment, which is no part of the body', 'data:text/html,a#b', 'text/html', 'a'],
  ['an empty body before a fragment', 'data:text/html,#b', 'text/html', ''],
  ['a declared encoding', 'data:text/html;charset=windows-1252,%80', 'text/html', '€'],
  ['a declared encoding in quotes', 'data:a/b; charset = "windows-1252",%80', 'a/b', '€'],
  ['an unknown encoding, which is ignored', 'data:text/html;charset=none,%C3%A9', 'text/html', 'é'],
  ['a mark of UTF-16, low byte first', 'data:text/html,%FF%FEa%00', 'text/html', 'a'],
  ['a mark of UTF-16, high byte first', 'data:text/html,%FE%FF%00a', 'text/html', 'a'],
  ['a mark that is stronger than the encoding', 'data:a/b;charset=utf-8,%FF%FEa%00', 'a/b', 'a'],
  ['half a mark', 'data:a/b;charset=windows-1252,%FFa', 'a/b', 'ÿa'],
  ['half of the other mark', 'data:a/b;charset=windows-1252,%FEa', 'a/b', 'þa'],
  ['the second half of a mark', 'data:a/b;charset=windows-1252,a%FE', 'a/b', 'aþ'],
  ['the second half of the other mark', 'data:a/b;charset=windows-1252,a%FF', 'a/b', 'aÿ'],
])('a data address with %s is read as a browser reads it', (_, url, type, text) => {
  expect(readDataUrl(url)).toEqual({ type, text });
});

test('a data address without a comma has no document', () => {
  expect(readDataUrl('data:text/html')).toBeNull();
});

test.each([
  ['data:Text/HTML ;charset=x,a', 'text/html'],
  ['data:,a', ''],
  ['data:image/png', 'image/png'],
])('the type of %s is %j without a look at the body', (url, type) => {
  expect(dataUrlType(url)).toBe(type);
});
