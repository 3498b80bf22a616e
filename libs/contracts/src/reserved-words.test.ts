import { describe, expect, test } from 'vitest';
import { PUBLIC_PATHS } from './manifest.ts';
import { isReservedWord } from './reserved-words.ts';

const NAMED =
  'www api mcp admin login static assets status docs support security billing localhost wpad abuse postmaster hostmaster webmaster noc mail autodiscover well-known'.split(
    ' ',
  );

describe('a reserved word', () => {
  test.each(NAMED)('is %s', (word) => expect(isReservedWord(word)).toBe(true));

  test.each(['xn--80ak6aa92e', 'ab--cd', 'xn--a'])('is an IDNA label: %s', (word) =>
    expect(isReservedWord(word)).toBe(true),
  );

  test('is the form of the label of a preview, and `d` of its path', () => {
    expect([`d${'a2'.repeat(30)}q`, 'd'].map(isReservedWord)).toEqual([true, true]);
  });
  test.each(['p1', 'p42', 'p007'])('is the form of a website’s own label: %s', (word) =>
    expect(isReservedWord(word)).toBe(true),
  );

  test.each(['w-w-w', 'www2', 'api-1', 'a-p-i', 'log-in', 'mail2026', 'wellknown', 'ns-3'])(
    'is what differs from one only by hyphens or trailing digits: %s',
    (word) => expect(isReservedWord(word)).toBe(true),
  );

  test.each(['constructor', 'moonlit-press', 'q', 'p4a', 'pp42', 'a--b', 'apiary', 'e', 'w3'])(
    'is not %s',
    (word) => expect(isReservedWord(word)).toBe(false),
  );

  test.each([
    'api',
    'console',
    'docs',
    'downloads',
    'agents',
    'llms',
    'well-known',
    'p',
    'w',
    'robots',
    'sitemap',
    'feed',
  ])('is the first segment of one of our own addresses: %s', (word) =>
    expect(isReservedWord(word)).toBe(true),
  );

  test('is every first segment that a word could be, whatever address is added', () => {
    for (const path of Object.values(PUBLIC_PATHS)) {
      const [segment = ''] = (path.split('/')[1] ?? '').replace(/^\./, '').split('.');
      expect([segment, isReservedWord(segment)]).toEqual([segment, true]);
    }
  });
});
