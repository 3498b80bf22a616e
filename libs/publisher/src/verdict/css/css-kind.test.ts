import { expect, test } from 'vitest';
import { cssKind } from './css-kind.ts';

test('an address of a style sheet is requested, and its bare fragments are of the document', () => {
  expect(cssKind('url', 'style')).toEqual({
    construct: 'style url()',
    class: 'required',
    code: 'external_image',
    asks: true,
    ownFragments: true,
  });
});
