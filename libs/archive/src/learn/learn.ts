import type {
  NamedEntityWithDocumentCount,
  DocumentWordsAndNamedEntities,
  IndexVocabulary,
} from '@bridge/search';
import { SEARCH_FIELDS, type SearchField } from '@bridge/search';
import { BilingualTitleCollector } from './double-titles.ts';
import type { MakerNameSpellingTable } from '../import/target.ts';
import { LEARNED_FORMAT, type StoredLearnedTermsAndNations } from './learned.ts';
import { learnNations } from './maker-nations.ts';
import { RelatedTermFinder } from './neighbours.ts';
import { alignWords, type EnglishWordDocumentCounts } from './word-alignment.ts';

const TITLE = SEARCH_FIELDS.indexOf('title');

/**
 * Learns facts for the search from the documents of a new index version: word translations (from titles in two languages),
 * related terms, and nations of makers (from entities and name tables). Does not depend on the order of the documents.
 */
export async function learnFrom(
  documents: AsyncIterable<readonly DocumentWordsAndNamedEntities[]>,
  vocabulary: IndexVocabulary,
  entities: readonly NamedEntityWithDocumentCount[],
  tables: readonly MakerNameSpellingTable[],
): Promise<StoredLearnedTermsAndNations> {
  const titles = new BilingualTitleCollector();
  const neighbours = new RelatedTermFinder(vocabulary, entities);
  for await (const page of documents)
    for (const document of page) {
      titles.add(document.text.split('\n', TITLE + 1)[TITLE] ?? '');
      neighbours.add(document);
    }
  return {
    format: LEARNED_FORMAT,
    equivalents: alignWords(titles.pairs(), englishUse(vocabulary)),
    neighbours: neighbours.learned(),
    nations: learnNations(entities, tables),
  };
}

function englishUse({
  words,
  documents,
}: IndexVocabulary): (word: string) => EnglishWordDocumentCounts {
  return (word) => {
    const row = placeOf(word, words) * SEARCH_FIELDS.length;
    const of = (field: SearchField): number => documents[row + SEARCH_FIELDS.indexOf(field)] ?? 0;
    return { described: of('text'), filed: Math.max(of('subject'), of('form'), of('medium')) };
  };
}

/** Returns the index of a word in a sorted list by binary search; -1 when it is missing. */
function placeOf(word: string, words: readonly string[]): number {
  let [low, high] = [0, words.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = words[middle] ?? '';
    if (found === word) return middle;
    if (found < word) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
