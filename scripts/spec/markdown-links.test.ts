import { describe, expect, test } from 'vitest';
import { anchorsOf, findDeadLinks } from './markdown-links.ts';
import { readRepository } from './repository-files.ts';

// Rendered documents contain links to URLs of the product. The tests of libs/documents check those.
const files = readRepository('.md').filter(({ path }) => !path.includes('/rendered/'));
const pages = new Map(files.map(({ path, text }) => [path, text]));

test('every relative link and anchor of the documentation leads somewhere', () => {
  expect(files.flatMap((file) => findDeadLinks(file, pages))).toEqual([]);
  expect(files.length).toBeGreaterThan(20);
});

test('headings have the anchors that GitHub gives them', () => {
  const page = ['# A `b` & C: d', '## Same', '## Same', '```', '# code', '```', '### [x](y) #'];
  expect([...anchorsOf(page.join('\n'))]).toEqual(['a-b--c-d', 'same', 'same-1', 'x']);
});

describe('a page', () => {
  const found = (text: string) => findDeadLinks({ path: 'docs/x.md', text }, pages);

  test.each([
    ['a file that is not there', '[a](nowhere.md)'],
    ['a file outside of the repository', '[a](../../nowhere.md)'],
    ['a heading that is not there', '[a](../README.md#nowhere)'],
    ['a heading that is not on the page itself', '# Here\n\n[a](#there)'],
    ['a definition that leads nowhere', '[a]: nowhere.md'],
  ])('is refused for %s', (_, text) => {
    expect(found(text)).toHaveLength(1);
  });

  test.each([
    ['a file', '[a](../README.md)'],
    ['a heading', '[a](../README.md#start)'],
    ['a folder', '[a](adr/)'],
    ['a page elsewhere', '[a](https://example.org/x.md#y)'],
    ['code', '`[a](nowhere.md)`'],
  ])('may link to %s', (_, text) => {
    expect(found(text)).toEqual([]);
  });
});
