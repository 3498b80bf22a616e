import { LIMITS } from '@bridge/contracts';
import { describe, expect, it } from 'vitest';
import { SURFACES } from '../call.ts';
import { done, refused, stage } from '../stage.ts';
import { standing } from './standing.ts';

const one = await stage();
standing(() => one.on('act')('worlds.list', {}));

/** Texts with a special meaning for a search engine, a database or a terminal. */
const TEXTS: readonly string[] = [
  'a "quoted phrase" and a \'second',
  '" OR 1=1',
  "'; DROP TABLE doc; --",
  'title:x OR body:y NOT z AND NEAR(a b, 3)',
  '* ^ + - : ( ) { } [ ] ~ \\ /',
  '_geoRadius(45.47, 9.18, 2000)',
  '_geoBoundingBox([45, 9], [44, 8])',
  'source = moma OR source != tate',
  'rights.category EXISTS',
  '🎨'.repeat(LIMITS.searchQueryCharsMax),
  'a\u0000b\u0007c\u001b[31m\u009b',
  '\u202ereversed\u202c \u200bhidden \u{e0041}\u{e0042}',
  'لوحة زيتية',
  '富嶽三十六景',
  'the of and in',
  '!!! ??? ...',
  '((((((((((',
  '"""""',
  '-'.repeat(100),
  '{"$gt": ""}',
  '<script>alert(1)</script>',
];
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/u;
/** Matches words that occur only in a search engine's internal error messages. */
const ENGINE = /sqlite|fts5|meili|syntax error|no such|invalid_search/i;

/** The members of a search result that the tests read. */
interface ArchiveSearchAnswer {
  readonly references: readonly Readonly<Record<string, unknown>>[];
  readonly understood: { readonly filters: Readonly<Record<string, string>> };
  readonly content_trust: string;
}

describe.each(SURFACES)('on %s', (surface) => {
  const search = (query: string) => one.on(surface)('surf.search', { query });

  // Verifies: search.text-as-words.
  it('any text is searched as words: no filter, no error of the engine, nothing unseen in the answer', async () => {
    for (const query of TEXTS) {
      // The gateway has checked the complete answer against its schema; the test reads only these members.
      const answer = done<ArchiveSearchAnswer>(await search(query));
      expect(answer.content_trust).toBe('untrusted');
      expect(Object.keys(answer.understood.filters).filter((name) => name !== 'not')).toEqual([]);
      for (const reference of answer.references) {
        const text = JSON.stringify(reference);
        expect(text).not.toMatch(ENGINE);
        expect(Object.values(reference).filter((one) => UNSEEN.test(String(one)))).toEqual([]);
        for (const link of [reference['source_url'], reference['image_url']])
          if (typeof link === 'string' && link !== '') expect(link).toMatch(/^https?:\/\//);
      }
    }
  });

  it.each([
    ['of 301 characters', 'a'.repeat(LIMITS.searchQueryCharsMax + 1)],
    ['of 301 emoji', '🎨'.repeat(LIMITS.searchQueryCharsMax + 1)],
    ['of nothing', ''],
  ])('a query %s is refused and says which member is wrong', async (_, query) => {
    const error = refused(await search(query), 'invalid_input');
    const issues = error.details['issues'] as { path: string }[];
    expect([error.status, issues.map(({ path }) => path)]).toEqual([400, ['query']]);
  });
});

it('many different concurrent queries are answered or refused with a retry, and nothing breaks', async () => {
  const many = Array.from({ length: 200 }, (_, at) => {
    const query = [...`poster ${at} ${TEXTS[at % TEXTS.length] ?? ''}`];
    return one.on('act')('surf.search', {
      query: query.slice(0, LIMITS.searchQueryCharsMax).join(''),
    });
  });
  for (const answer of await Promise.all(many)) {
    if (!answer.ok) expect(['rate_limited', 'service_unavailable']).toContain(answer.error.code);
  }
});
