import { isForm } from '@bridge/archive';
import { ADDED_WORDS } from '../find/engine-exclusions.ts';
import { FIELD_AT, fieldBits } from '../lexicon/field-at.ts';
import type { QueryExclusion } from '../request/request-draft.ts';
import { firstWordOf } from './lines.ts';
import type { FieldsByWord } from './word-fields.ts';

const FORM_FIELD = 1 << FIELD_AT.form;
/** Patterns of the index words for times, the shortest time first: year, decade, century. */
const TIME_WORDS = [/^\d{1,5}(?:bc)?$/, /^\d{3,4}0s$/, /^[bc]\d+$/] as const;

/**
 * A term that a query excludes, prepared for the comparison with many documents. `numbers`: the numbers by which `FieldsByWord`
 * identifies its words.
 */
interface PreparedExclusionTerm {
  readonly words: readonly string[];
  readonly numbers: readonly number[];
  /** Bit set over SEARCH_FIELDS: the fields in which the term excludes a document. */
  readonly fields: number;
}

/** An exclusion of a search query ("no paintings by Monet"), prepared once and then compared with many documents. */
export interface PreparedQueryExclusion {
  readonly parts: readonly (readonly PreparedExclusionTerm[])[];
  readonly years: QueryExclusion['years'];
}

/** Prepares an exclusion for the comparison with many documents. */
export function prepareExclusion(
  { parts, years }: QueryExclusion,
  wordFields: FieldsByWord,
): PreparedQueryExclusion {
  return {
    years,
    parts: parts.map((part) =>
      part.map(({ words, fields }) => ({
        words,
        numbers: words.map((word) => wordFields.number(word)),
        fields: fieldBits(fields),
      })),
    ),
  };
}

/**
 * True when an exclusion ("no paintings by Monet") applies to the document that `wordFields` contains: the document meets all
 * its parts and lies in its years.
 */
export function isExcludedBy(
  { parts, years }: PreparedQueryExclusion,
  wordFields: FieldsByWord,
): boolean {
  return (
    parts.every((part) => part.some((term) => holdsTerm(term, wordFields))) &&
    (years === undefined || areWithin(years, wordFields.field(FIELD_AT.time)))
  );
}

function holdsTerm(
  { words, numbers, fields }: PreparedExclusionTerm,
  wordFields: FieldsByWord,
): boolean {
  return numbers.every((number, at) => {
    const found = wordFields.fields(number) & fields;
    const word = words[at] ?? '';
    if (found !== FORM_FIELD || !ADDED_WORDS.has(word)) return found !== 0;
    return isOfForm(word, wordFields.field(FIELD_AT.form));
  });
}

/**
 * True when the word is the form of the record or in the museum's description of the form. False when the import added the word
 * to the form, as it adds "painting" to a watercolor.
 */
function isOfForm(word: string, field: string): boolean {
  const [added = '', ...own] = field.split(' - ');
  const form = firstWordOf(added);
  if (!isForm(form)) return true;
  return form === word || own.some((value) => ` ${value} `.includes(` ${word} `));
}

/**
 * True when all times of a record lie in the range of years: its years or, if it has none, its decades or centuries. False for
 * a record without times.
 */
function areWithin({ from, to }: NonNullable<QueryExclusion['years']>, field: string): boolean {
  const words = field.split(' ');
  const times = TIME_WORDS.map((form) => words.filter((word) => form.test(word)));
  const shortest = times.find((some) => some.length > 0) ?? [];
  return (
    shortest.length > 0 &&
    shortest.every((word) => {
      const [first, last] = firstAndLastYear(word);
      return first >= from && last <= to;
    })
  );
}

/**
 * Returns the first and last year of an index word for a year ("1920", "500bc"), decade ("1920s") or century ("c20", "b5"). A
 * century has the years that all collections give it: the 18th begins with 1700 or 1701 and ends with 1799 or 1800.
 */
function firstAndLastYear(word: string): readonly [first: number, last: number] {
  const century = Number(word.slice(1)) * 100;
  if (word.startsWith('c')) return [century - 99, century - 1];
  if (word.startsWith('b')) return [1 - century, 99 - century];
  const year = Number.parseInt(word, 10);
  if (word.endsWith('bc')) return [-year, -year];
  return [year, word.endsWith('s') ? year + 9 : year];
}
