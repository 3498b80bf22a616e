import { expect, test } from 'vitest';
import { combinationsOf, filterOf, queriesOf } from './query.ts';

test('a filter names the values that a facet has and those that it has not', () => {
  const filter = { facets: { rights: ['open'] }, not: { form: ['print', 'poster'] } };
  expect(filterOf(filter)).toEqual([
    expect.stringMatching(/rights IN \["open"\]$/),
    expect.stringMatching(/form NOT IN \["print", "poster"\]$/),
  ]);
});

test('an exclusion in some fields is left to the caller, because the engine excludes a word in all fields', () => {
  const all = [{ any: [{ words: ['wave'] }] }];
  const none = [{ words: ['skull'] }, { words: ['ink'], fields: ['medium' as const] }];
  expect(queriesOf({ all, none, limit: 5 }, 'refs').map(({ q }) => q)).toEqual(['"wave" -"skull"']);
});

test('combinations of alternatives change every clause, not only the first one', () => {
  const clause = (...words: string[]) => ({ any: words.map((word) => ({ words: [word] })) });
  const texts = combinationsOf([
    clause('v', 'seller', 'vendor'),
    clause('f', 'flower', 'fleur'),
  ]).map((terms) => terms.map(({ words }) => words.join(' ')).join(' '));
  expect(texts).toEqual(['v f', 'v flower', 'seller f', 'seller flower', 'v fleur', 'vendor f']);
  const lone = Array.from({ length: 12 }, (_, at) => clause(`w${at}`));
  expect(combinationsOf(lone)).toHaveLength(1);
  expect(combinationsOf([...lone, clause('a', 'b', 'c')])).toHaveLength(3);
});
