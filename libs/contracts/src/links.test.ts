import { expect, test } from 'vitest';
import { makeLinks } from './links.ts';

test('every address is built from the two configured bases, each website under its own host', () => {
  const links = makeLinks({
    baseUrl: 'http://localhost:4000/',
    contentUrl: 'http://localhost:4001',
  });
  expect(links.base).toBe('http://localhost:4000');
  expect(links.content).toBe('http://localhost:4001');
  expect(links.errorsUrl).toBe('http://localhost:4000/docs/errors');
  expect(links.editor(42)).toBe('http://localhost:4000/console/pages/42');
  expect(links.world('moonlit-press')).toBe('http://moonlit-press.localhost:4001/');
  expect(links.live(42)).toBe('http://p42.localhost:4001/');
  expect(links.snapshot(42, 'sn_a')).toBe('http://p42.localhost:4001/~snapshots/sn_a/');
  expect(links.archive(42, 'sn_a')).toBe('http://p42.localhost:4001/~snapshots/sn_a/archive.zip');
});

test('a public installation has the same addresses under its own names', () => {
  const links = makeLinks({
    baseUrl: 'https://app.example',
    contentUrl: 'https://content.example',
  });
  expect(links.live(7)).toBe('https://p7.content.example/');
  expect(new URL(links.world('a')).host).not.toBe(new URL(links.live(7)).host);
});
