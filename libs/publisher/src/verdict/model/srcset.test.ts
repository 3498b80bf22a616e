import { expect, test } from 'vitest';
import { srcsetUrls } from './srcset.ts';

test.each([
  ['a', ['a']],
  [' a 1x , b 2x', ['a', 'b']],
  ['a, b', ['a', 'b']],
  ['a,b 1x', ['a,b']],
  ['a,,, b', ['a', 'b']],
  [',,a 1x,, b', ['a', 'b']],
  ['a f(1, 2), b', ['a', 'b']],
  ['a f((1), b', ['a', 'b']],
  ['a f((1), 2), b', ['a', '2)', 'b']],
  ['a ), b', ['a', 'b']],
  ['a )(, b', ['a']],
  ['data:,x 1x', ['data:,x']],
  ['', []],
  [' , ', []],
])('the addresses of the srcset %j are %j', (value, urls) => {
  expect(srcsetUrls(value)).toEqual(urls);
});
