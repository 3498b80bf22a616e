import { type SearchCandidate, indexWords, SEARCH_FIELDS } from '@bridge/search';
import { describe, expect, test } from 'vitest';
import { type ArtPeriod, eraAt, eraText, namedEra } from './eras.ts';
import { CandidateScorer } from '../rank/score.ts';
import type { ParsedQuery } from '../parse/parsed-query.ts';
import { PRODUCT_SEARCH_OPTIONS } from '../search-options.ts';
import type { QueryUnit } from './unit.ts';

const eraOf = (term: string): ArtPeriod => {
  const found = eraAt(indexWords(term), 0);
  if (found === null) throw new Error(`${term} is no era`);
  return found.era;
};

const document = (
  fields: Partial<Record<(typeof SEARCH_FIELDS)[number], string>>,
): SearchCandidate => ({
  id: 'moma:1',
  rank: 50,
  text: SEARCH_FIELDS.map((field) => fields[field] ?? '').join('\n'),
  key: '',
  body: null,
  interpretation: 0,
});

/** Returns the score with which a document matches this movement or period. */
const worthOf = (
  term: string,
  fields: Parameters<typeof document>[0],
  filed = 0,
): number | undefined => {
  const unit: QueryUnit = {
    kind: 'word',
    alternatives: [{ words: indexWords(term), worth: 1 }],
    weight: 2,
    optional: false,
    text: term,
    era: namedEra(eraOf(term), filed),
  };
  const text = { avoided: [] };
  // The cast is safe, because the scorer reads only these members of a query.
  const understood = { units: [unit], head: null, titleWords: [], text } as unknown as ParsedQuery;
  return new CandidateScorer(understood, PRODUCT_SEARCH_OPTIONS).score(document(fields)).found[0]
    ?.worth;
};

describe('a movement or period in a query', () => {
  test.each([
    ['bauhaus', '1919–1933, german, swiss, hungarian'],
    ['arts and crafts', '1870–1915, british, english, american'],
    ['post impressionist', '1885–1905, french'],
    ['medieval', '500–1500'],
  ])('%s is known by its years and peoples: %s', (term, text) => {
    expect(eraText(eraOf(term))).toBe(text);
  });

  test('is the longest that fits, and no part of another word', () => {
    expect(eraAt(indexWords('italian renaissance'), 0)).toMatchObject({ length: 2 });
    expect(eraAt(indexWords('abstract expressionism'), 0)?.era.from).toBe(1943);
    expect(eraAt(indexWords('gothics tale'), 1)).toBeNull();
    expect(eraAt([], 0)).toBeNull();
  });

  test('is meant by what is of its years and people without its name, and less than by its name', () => {
    const silent = worthOf('bauhaus', { place: 'german germany', time: '1926 1920s c20' }) ?? 0;
    expect(silent).toBeGreaterThan(0);
    expect(worthOf('bauhaus', { title: 'bauhaus stair' })).toBeGreaterThan(silent);
  });

  test.each([
    ['another people', { place: 'french france', time: '1926 1920s c20' }],
    ['years that are told and outside', { place: 'german germany', time: '1939 1930s c20' }],
    ['no years', { place: 'german germany' }],
    ['a century it only begins in', { place: 'german germany', time: 'c20' }],
  ])('is not meant by %s', (_, fields) => {
    expect(worthOf('bauhaus', fields)).toBeUndefined();
  });

  test('a work told by its century is of the periods that fill it', () => {
    expect(worthOf('baroque', { time: 'c17' })).toBeGreaterThan(0);
    expect(worthOf('baroque', { time: 'c18' })).toBeUndefined();
  });

  test('counts little by its years where the index files works under its name', () => {
    const fields = { place: 'german germany', time: '1926 1920s c20' };
    expect(worthOf('bauhaus', fields, 100)).toBeLessThan(worthOf('bauhaus', fields) ?? 0);
  });
});
