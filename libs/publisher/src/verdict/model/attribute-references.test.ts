import { expect, test } from 'vitest';
import { analyse } from '../analyse.ts';

const ADDRESS = {
  liveUrl: 'http://p42.localhost:4001/',
  ownHosts: ['localhost:4000', 'localhost:4001'],
};
const warningsOf = (head: string, body: string) =>
  analyse(
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title><meta name="viewport" content="width=device-width">${head}</head><body>${body}</body></html>`,
    ADDRESS,
  ).warnings;

// Verifies: publishing.online.
test.each([
  '<image href="#a"/>',
  '<feImage href="#a"/>',
  '<use href="#a"/>',
  '<animate attributeName="href" from="#a" to="#b"/>',
])('the fragment in %s is of the document itself, whatever its base', (element) => {
  const warnings = warningsOf('<base href="https://elsewhere.example/">', `<svg>${element}</svg>`);
  expect(warnings.map(({ code }) => code)).not.toContain('external_image');
});

// Verifies: publishing.online.
test('a redirect with many spaces before its address is found', () => {
  const content = `0;${' '.repeat(70_000)}url=https://elsewhere.example/`;
  const [first] = warningsOf(`<meta http-equiv="refresh" content="${content}">`, '');
  expect(first).toMatchObject({ code: 'meta_refresh', url: 'https://elsewhere.example/' });
});

// Verifies: publishing.online.
test.each([
  ['<link rel="canonical" href="/other">', ''],
  ['<link rel="alternate" href="/feed.xml">', ''],
  ['<meta property="og:image" content="/card.png">', ''],
  ['<meta name="twitter:image" content="/card.png">', ''],
  ['', '<a href="#top" ping="/ping">top</a>'],
])('a browser does not request the address in %s%s, so nothing is missing', (head, body) => {
  expect(warningsOf(head, body)).toEqual([]);
});

// Verifies: publishing.warnings.
test('a missing icon is told without alarm', () => {
  expect(warningsOf('<link rel="icon" href="/icon.png">', '')).toMatchObject([
    { code: 'missing_asset', severity: 'info' },
  ]);
});
