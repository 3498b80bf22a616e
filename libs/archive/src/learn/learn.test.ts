import {
  type DocumentWordsAndNamedEntities,
  indexWords,
  SEARCH_FIELDS,
  type SearchField,
} from '@bridge/search';
import { describe, expect, test } from 'vitest';
import type { StoredLearnedTermsAndNations } from './learned.ts';
import { learnFrom } from './learn.ts';

/** The texts of a test document by search field, and the name of its maker. */
type DocumentFacts = Partial<Record<SearchField, string>> & { readonly maker?: string };

let made = 0;
/** Makes a document with these texts by field; ` - ` separates two titles, as in the index. */
function documentOf({ maker, ...fields }: DocumentFacts): DocumentWordsAndNamedEntities {
  const analysed = (text: string): string =>
    text
      .split(' - ')
      .map((part) => indexWords(part).join(' '))
      .join(' - ');
  return {
    id: `alpha:${++made}`,
    text: SEARCH_FIELDS.map((field) => analysed(fields[field] ?? '')).join('\n'),
    entities: maker === undefined ? '' : `creator:${maker}`,
  };
}

/** Derives word equivalents, related terms and nations of makers from the documents, read in pages of `size`. */
function learn(
  documents: readonly DocumentWordsAndNamedEntities[],
  size = 100,
): Promise<StoredLearnedTermsAndNations> {
  const counts = new Map<string, Uint32Array>();
  const makers = new Map<string, number>();
  for (const { text, entities } of documents) {
    if (entities !== '') makers.set(entities, (makers.get(entities) ?? 0) + 1);
    for (const [field, line] of text.split('\n').entries())
      for (const word of new Set(line.split(' ').filter((one) => one !== '' && one !== '-'))) {
        const own = counts.get(word) ?? new Uint32Array(SEARCH_FIELDS.length);
        own[field] = (own[field] ?? 0) + 1;
        counts.set(word, own);
      }
  }
  const words = [...counts.keys()].sort();
  const numbers = new Uint32Array(words.length * SEARCH_FIELDS.length);
  for (const [at, word] of words.entries())
    numbers.set(counts.get(word) ?? [], at * SEARCH_FIELDS.length);
  const pages = async function* (): AsyncGenerator<readonly DocumentWordsAndNamedEntities[]> {
    for (let at = 0; at < documents.length; at += size)
      yield await Promise.resolve(documents.slice(at, at + size));
  };
  return learnFrom(
    pages(),
    { words, documents: numbers },
    [...makers].map(([entity, count]) => ({ entity, documents: count })),
    [],
  );
}

const equivalentsOf = (learned: StoredLearnedTermsAndNations, word: string): string[] =>
  learned.equivalents.filter(([foreign]) => foreign === word).map(([, english]) => english);
const neighboursOf = (learned: StoredLearnedTermsAndNations, term: string): string[] =>
  (learned.neighbours.find((line) => line.startsWith(`${term}\t`)) ?? '')
    .split('\t')
    .slice(1)
    .filter((_, at) => at % 3 === 0);

const double = (english: string, foreign: string): DocumentWordsAndNamedEntities =>
  documentOf({ title: `${english} ${foreign} - ${foreign}` });
const TITLES = [
  double('Head and Bottle', 'Kopf und Flasche'),
  double('The Head of a Woman', 'Der Kopf einer Frau'),
  double('The Bottle', 'Die Flasche'),
  double('Woman with a Hat', 'Frau mit Hut'),
  double('Two Heads and a Hat', 'Zwei Köpfe und ein Hut'),
  double('The Head of the Poet', 'Der Kopf des Dichters'),
  double('Woman and Bottle', 'Frau und Flasche'),
  double('A Hat for the Poet', 'Ein Hut für den Dichter'),
];

/** Returns three words for a number below 8,000; each word occurs in many records. */
const wordsOf = (at: number): string =>
  [at % 20, Math.floor(at / 20) % 20, Math.floor(at / 400)]
    .map((letter, place) => `${'abcdefghijklmnopqrst'[letter] ?? ''}${'xyz'[place] ?? ''}aa`)
    .join(' ');
/** Posters whose titles name their style, among records of other works. */
const POSTERS = [
  ...Array.from({ length: 12 }, (_, at) =>
    documentOf({
      title: 'Psychedelic Concert',
      subject: `Fillmore ${wordsOf(at)}`,
      maker: at % 2 === 0 ? 'Wes Wilson' : 'Another Maker',
    }),
  ),
  ...Array.from({ length: 1_200 }, (_, at) =>
    documentOf({ title: `Landscape with Trees`, subject: `oak ${wordsOf(at)}` }),
  ),
];

describe('what an import learns', () => {
  test('are the words that titles in two languages have in common, and no function words', async () => {
    const learned = await learn(TITLES);
    expect(equivalentsOf(learned, 'kopf')).toEqual(['head']);
    expect(equivalentsOf(learned, 'flasche')).toEqual(['bottle']);
    expect(equivalentsOf(learned, 'frau')).toEqual(['woman']);
    expect(equivalentsOf(learned, 'und')).toEqual([]);
    expect(equivalentsOf(learned, 'head')).toEqual([]);
    for (const [, , titles, confidence] of learned.equivalents) {
      expect(titles).toBeGreaterThanOrEqual(2);
      expect(confidence).toBeLessThanOrEqual(1);
    }
  });

  test('is not a name, nor a title that stands in a thousand records', async () => {
    const learned = await learn([
      ...TITLES,
      ...Array.from({ length: 1_000 }, () => double('The Garden of Hanna', 'Zuckerrübe und Hanna')),
    ]);
    expect(equivalentsOf(learned, 'zuckerrube')).toEqual([]);
    expect(equivalentsOf(learned, 'hanna')).toEqual([]);
    expect(equivalentsOf(learned, 'kopf')).toEqual(['head']);
  });

  test('are the terms and makers that stand beside a term', async () => {
    const learned = await learn(POSTERS);
    const found = neighboursOf(learned, 'psychedelic');
    expect(found).toEqual(expect.arrayContaining(['fillmore', 'creator:Wes Wilson']));
    expect(neighboursOf(learned, 'psychedelic')).not.toContain('oak');
  });

  test('does not depend on the order or the pages of the documents', async () => {
    const all = [...TITLES, ...POSTERS];
    const backwards = await learn([...all].reverse(), 7);
    expect(JSON.stringify(backwards)).toBe(JSON.stringify(await learn(all)));
  });

  test('is changed by hostile records by no more than their share', async () => {
    const all = [...TITLES, ...POSTERS];
    const subjects = Array.from({ length: 10_000 }, (_, at) => `psychedelic fillmore oak s${at}`);
    const hostile = [
      documentOf({ title: 'Kopf '.repeat(200_000) }),
      documentOf({ title: `${'woman '.repeat(200_000)} - ${'kopf '.repeat(200_000)}` }),
      ...Array.from({ length: 50 }, () =>
        documentOf({ title: 'Oak', subject: subjects.join(' ') }),
      ),
      documentOf({ title: '- - - - -', subject: '-' }),
      documentOf({ title: ' - '.repeat(100_000) }),
    ];
    const learned = await learn([...all, ...hostile]);
    expect(equivalentsOf(learned, 'kopf')).toEqual(['head']);
    expect(neighboursOf(learned, 'psychedelic')).not.toContain('oak');
    expect(neighboursOf(learned, 'psychedelic')).toContain('fillmore');
  });
});
