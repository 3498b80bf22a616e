import type { SearchField } from '@bridge/search';
import { formNamed } from '../terms/form-names.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';
import type { ExcludedTermAlternatives } from './request-draft.ts';
import { synonymsAt } from '../terms/synonyms.ts';
import { timeAt } from '../terms/times.ts';

/**
 * Fields in which the words of an exclusion are searched: a thing in `THING_FIELDS`, a kind of work in `KIND_FIELDS`, a maker
 * in `MAKER_FIELDS`, a time in `TIME_FIELDS`.
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

/** Returns the part (condition) of an exclusion that every work by the maker with this name meets. */
export function excludedBy(words: readonly string[]): ExcludedTermAlternatives {
  return [{ words, fields: MAKER_FIELDS }];
}

/**
 * Returns an exclusion of all works of a time, such as `1850s`; null when the words are not the name of a time, or are more than
 * that.
 */
export function excludedTime(typed: readonly string[]): ExcludedTermAlternatives | null {
  const time = timeAt(typed, 0);
  if (time?.length !== typed.length) return null;
  return time.alternatives
    .filter(({ worth }) => worth === 1)
    .map(({ words }) => ({ words, fields: TIME_FIELDS }));
}

/**
 * Returns the parts (conditions) of an exclusion of a thing. If its last word is a kind of work, that word is one part and the
 * words before it are another one: "oil" and "paintings".
 */
export function excludedThing(
  words: readonly string[],
  lexicon: Lexicon,
): ExcludedTermAlternatives[] {
  const kind = words.at(-1) ?? '';
  const others = words.slice(0, -1);
  if (formNamed(kind) === null || others.length === 0) return [thingWords(words, lexicon)];
  return [thingWords([kind], lexicon), thingWords(others, lexicon)];
}

/**
 * Returns the part (condition) of an exclusion that a record meets when it contains a thing or a synonym. A kind of work is
 * searched only in the fields that name kinds.
 */
export function thingWords(words: readonly string[], lexicon: Lexicon): ExcludedTermAlternatives {
  const fields = formNamed(words.at(-1) ?? '') === null ? THING_FIELDS : KIND_FIELDS;
  const synonyms = synonymsAt(words, 0);
  const others = synonyms?.length === words.length ? synonyms.others : [];
  const known = others.filter(
    ({ words: other, worth }) =>
      worth >= EQUAL_WORTH && other.every((one) => lexicon.frequency(one) > 0),
  );
  return [{ words, fields }, ...known.map((other) => ({ words: other.words, fields }))];
}
