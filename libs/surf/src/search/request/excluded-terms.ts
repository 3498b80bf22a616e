import type { SearchField } from '@bridge/search';
import { formNamed } from '../terms/form-names.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { ExcludedPart } from './request-draft.ts';
import { synonymsAt } from '../terms/synonyms.ts';
import { timeAt } from '../terms/times.ts';

/**
 * Fields in which each kind of exclusion is searched: those of a thing here, those of a kind of work, a maker and a
 * time below.
 */
const THING_FIELDS: readonly SearchField[] = [
  'title',
  'creator',
  'form',
  'medium',
  'subject',
  'group',
  'place',
];
const KIND_FIELDS: readonly SearchField[] = ['title', 'form', 'medium', 'group'];
const MAKER_FIELDS: readonly SearchField[] = ['creator'];
const TIME_FIELDS: readonly SearchField[] = ['time'];
/** Minimum score of a synonym that means the same as the excluded word, so that it is excluded too. */
const EQUAL_WORTH = 0.88;

/** Returns the exclusion of works by a maker. */
export function excludedBy(words: readonly string[]): ExcludedPart {
  return [{ words, fields: MAKER_FIELDS }];
}

/** Returns the exclusion of works of a time; null when the words name no time. */
export function excludedTime(typed: readonly string[]): ExcludedPart | null {
  const time = timeAt(typed, 0);
  if (time?.length !== typed.length) return null;
  return time.alternatives
    .filter(({ worth }) => worth === 1)
    .map(({ words }) => ({ words, fields: TIME_FIELDS }));
}

/**
 * Returns the exclusion of a thing. Its last word is a kind of work, and the words before it narrow the kind: "oil
 * paintings".
 */
export function excludedThing(words: readonly string[], lexicon: Lexicon): ExcludedPart[] {
  const kind = words.at(-1) ?? '';
  const others = words.slice(0, -1);
  if (formNamed(kind) === null || others.length === 0) return [thingWords(words, lexicon)];
  return [thingWords([kind], lexicon), thingWords(others, lexicon)];
}

/** Returns the words of a thing with its synonyms. A kind of work is searched only in the fields that name kinds. */
export function thingWords(words: readonly string[], lexicon: Lexicon): ExcludedPart {
  const fields = formNamed(words.at(-1) ?? '') === null ? THING_FIELDS : KIND_FIELDS;
  const synonyms = synonymsAt(words, 0);
  const others = synonyms?.length === words.length ? synonyms.others : [];
  const known = others.filter(
    ({ words: other, worth }) =>
      worth >= EQUAL_WORTH && other.every((one) => lexicon.frequency(one) > 0),
  );
  return [{ words, fields }, ...known.map((other) => ({ words: other.words, fields }))];
}
