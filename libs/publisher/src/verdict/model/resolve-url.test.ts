import { describe, expect, test } from 'vitest';
import {
  type DocumentBaseUrl,
  baseFrom,
  pageBase,
  resolveUrl,
  shownUrl,
  tidyUrl,
} from './resolve-url.ts';

const PAGE = pageBase({
  liveUrl: 'http://p42.localhost:4001/',
  ownHosts: ['localhost:4000', 'localhost:4001'],
});
const withBase = (url: string): DocumentBaseUrl => ({ ...PAGE, url });

test.each([
  ['\u0000 a\u0020', 'a'],
  ['\u0020\u0020', ''],
  ['!a!', '!a!'],
  ['a\t\r\n\nb', 'ab'],
  ['a b', 'a b'],
])('of %j a browser parses %j', (raw, tidy) => {
  expect(tidyUrl(raw)).toBe(tidy);
});

test('an address with a very long user name is external', () => {
  expect(resolveUrl(`https://${'^'.repeat(70_000)}@x.example/`, PAGE).kind).toBe('external');
});

test('a base that makes every relative address invalid is ignored', () => {
  expect(baseFrom('about:x', PAGE)).toBeNull();
  expect(baseFrom('https://x.example/a', PAGE)).toBe('https://x.example/a');
});

describe('an address in a warning', () => {
  test('keeps printable ASCII and encodes the rest', () => {
    expect(shownUrl('https://a/ü b')).toBe('https://a/%C3%BC%20b');
    expect(shownUrl('https://a/%C3~!')).toBe('https://a/%C3~!');
  });

  test('is cut after 2,000 characters, with characters to encode after 500', () => {
    expect(shownUrl('a'.repeat(2_000))).toBe('a'.repeat(2_000));
    expect(shownUrl('a'.repeat(2_001))).toBe(`${'a'.repeat(2_000)}…`);
    expect(shownUrl('ü'.repeat(500))).toBe('%C3%BC'.repeat(500));
    expect(shownUrl('ü'.repeat(501))).toBe(`${'%C3%BC'.repeat(500)}…`);
    expect(shownUrl(`ü${'a'.repeat(500)}`)).toBe(`%C3%BC${'a'.repeat(499)}…`);
  });
});

// Verifies: publishing.online.
describe('the target of an address', () => {
  test.each([
    ['', PAGE],
    ['#a', PAGE],
    ['?', PAGE],
    ['/', PAGE],
    ['mailto:a@b', PAGE],
    ['http://', PAGE],
    ['', withBase('https://elsewhere.example/a')],
  ])('%j sends no request', (raw, base) => {
    expect(resolveUrl(raw, base)).toEqual({ kind: 'none' });
  });

  test('a bare fragment refers to the base, in CSS and SVG to the document', () => {
    const base = withBase('https://elsewhere.example/a');
    expect(resolveUrl('#a', base)).toMatchObject({ kind: 'external', byBase: true });
    expect(resolveUrl('#a', base, true)).toEqual({ kind: 'none' });
    expect(resolveUrl('a#b', PAGE, true)).toMatchObject({ kind: 'missing' });
  });

  test.each([
    ['a', false],
    ['/a?b', false],
    ['?b', true],
    ['http:a', false],
    ['http:/a', false],
  ])('%j is missing, because a website is one file', (raw, samePath) => {
    expect(resolveUrl(raw, PAGE)).toEqual({ kind: 'missing', url: raw, samePath });
  });

  test('the query of the base does not make another path the same document', () => {
    expect(resolveUrl('/a', PAGE)).toMatchObject({ kind: 'missing', samePath: false });
  });

  test('a program is decoded, also where its escapes are characters of several bytes', () => {
    expect(resolveUrl('javascript:f(%22%C3%A9%22)', PAGE)).toEqual({
      kind: 'script',
      code: 'f("é")',
    });
    expect(resolveUrl('data:,a', PAGE)).toEqual({ kind: 'data', url: 'data:,a' });
  });

  test.each([
    ['//elsewhere.example/a', { url: 'http://elsewhere.example/a', mixed: true }],
    ['\\\\elsewhere.example/a', { url: 'http://elsewhere.example/a', mixed: true }],
    ['https:a', { url: 'https://a/', mixed: false }],
    ['https://elsewhere.example/a#b', { url: 'https://elsewhere.example/a', mixed: false }],
    ['wss://elsewhere.example/', { mixed: false, ownService: false }],
    ['ws://elsewhere.example/', { mixed: true }],
    ['http://localhost:4000/a', { ownService: true }],
    ['http://p43.localhost:4001/', { ownService: true, byBase: false }],
    ['http://notlocalhost:4001/', { ownService: false }],
  ])('%j is on another host', (raw, facts) => {
    expect(resolveUrl(raw, PAGE)).toMatchObject({ kind: 'external', written: raw, ...facts });
  });

  test('a relative address is on another host when a base element says so', () => {
    const base = withBase('https://elsewhere.example/a/');
    expect(resolveUrl('b', base)).toMatchObject({
      kind: 'external',
      url: 'https://elsewhere.example/a/b',
      written: 'b',
      byBase: true,
    });
  });
});

test.each([
  ['b/', 'http://p42.localhost:4001/b/'],
  [' https://elsewhere.example ', 'https://elsewhere.example/'],
  ['data:,a', null],
  ['javascript:a', null],
  ['data:/a/', null],
  ['javascript:/a/', null],
  ['http://', null],
])('a base element with %j sets %j', (href, url) => {
  expect(baseFrom(href, PAGE)).toBe(url);
});
