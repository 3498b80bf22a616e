import { expect, test } from 'vitest';
import { filterOf, queriesOf } from './query.ts';

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
