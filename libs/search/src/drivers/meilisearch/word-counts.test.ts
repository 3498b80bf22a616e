import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SEARCH_FIELDS } from '../../search-document.ts';
import { DocumentFrequencyCounter } from './word-counts.ts';

const text = fc
  .array(fc.constantFrom('wave', 'great', '-', 'pass', '1905.1.2', 'kanagawa-oki-nami-ura'))
  .map((words) => words.join(' '));
const documents = fc.array(
  fc.record({
    fields: fc.array(text, { minLength: SEARCH_FIELDS.length, maxLength: SEARCH_FIELDS.length }),
    entities: fc.uniqueArray(fc.constantFrom('creator:Hokusai', 'place:Edo')),
  }),
  { maxLength: 6 },
);

test('every word is counted once per document and field, and only words of the documents are listed', () => {
  fc.assert(
    fc.property(documents, (all) => {
      const counts = new DocumentFrequencyCounter();
      for (const { fields, entities } of all) counts.add(fields, entities);
      const { vocabulary, entities } = counts.statistics();
      const holding = (word: string, field: number): number =>
        all.filter(({ fields }) => fields[field]?.split(' ').includes(word) === true).length;
      const byField = (word: string): number[] =>
        SEARCH_FIELDS.map((_, field) => holding(word, field));
      const isSpoken = (word: string): boolean =>
        SEARCH_FIELDS.some(
          (field, at) => field !== 'accession' && field !== 'time' && holding(word, at) > 0,
        );
      const said = new Set(all.flatMap(({ fields }) => fields.join(' ').split(' ')));
      const words = [...said].filter((word) => word !== '' && word !== '-' && isSpoken(word));
      expect(vocabulary.words).toEqual(words.sort());
      expect([...vocabulary.documents]).toEqual(vocabulary.words.flatMap(byField));
      for (const { entity, documents: count } of entities)
        expect(count).toBe(all.filter((one) => one.entities.some((own) => own === entity)).length);
    }),
  );
});

test('more words than there is room for at first keep their counts', () => {
  const counts = new DocumentFrequencyCounter();
  const words = Array.from({ length: 40_000 }, (_, n) => `w${String(n).padStart(5, '0')}`);
  const empty = SEARCH_FIELDS.slice(1).map(() => '');
  // `title` is the second field in SEARCH_FIELDS.
  for (let n = 0; n < 2; n += 1) counts.add(['', words.join(' '), ...empty.slice(1)], []);
  const { vocabulary } = counts.statistics();
  expect(vocabulary.words).toEqual(words);
  expect(vocabulary.documents.filter((count) => count === 2)).toHaveLength(words.length);
});
