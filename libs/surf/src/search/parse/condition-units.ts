import { accessionWord } from '@bridge/archive';
import type { QueryUnit } from '../terms/unit.ts';

/**
 * Weight of the query units for an accession number (a museum's number of an object), a quoted phrase and a `creator:` filter.
 * It equals the weight of the rarest word.
 */
const CONDITION = { weight: 3, optional: false } as const;

const ACCESSION_NUMBER =
  /^(?=.*\d)[\p{L}\d]{1,12}(?:[./-][\p{L}\d]{1,10}){1,6}$|^\p{Lu}{1,3}\d{3,6}$/u;
const DASHED_YEARS = /^\d{2,4}-\d{2,4}$/;

/** True when a part of a query (text between blanks) has the form of an accession number, a museum's number of an object. */
export function isAccession(part: string): boolean {
  return ACCESSION_NUMBER.test(part) && !DASHED_YEARS.test(part);
}

/** Returns the query unit for an accession number, a museum's number of an object. */
export function accessionUnit(typed: string): QueryUnit {
  const alternatives = [{ words: [accessionWord(typed)], worth: 1 }];
  return { ...CONDITION, kind: 'accession', alternatives, fields: ['accession'], text: typed };
}

/** Returns the query unit for a quoted phrase, whose words must be adjacent in a record. */
export function phraseUnit(words: readonly string[]): QueryUnit {
  const alternatives = [{ words, worth: 1 }];
  return { ...CONDITION, kind: 'quoted', alternatives, text: words.join(' ') };
}

/** Returns the query unit for a `creator:` filter. */
export function creatorUnit(words: readonly string[]): QueryUnit {
  const alternatives = words.length === 0 ? [] : [{ words, worth: 1 }];
  return {
    ...CONDITION,
    kind: 'creator',
    alternatives,
    fields: ['creator'],
    text: words.join(' '),
  };
}

const TIME_WEIGHT = 1.6;

/** Returns the query unit for a time, such as "1920s". `text`: the words of the time before stemming. */
export function timeUnit(
  { alternatives }: Pick<QueryUnit, 'alternatives'>,
  text: string,
): QueryUnit {
  return { kind: 'time', alternatives, weight: TIME_WEIGHT, optional: false, text };
}

const RECORD_ID = /^[a-z][a-z0-9-]*:[\w.:/-]+$/i;

/** Returns the text of a query that is only a record id (`moma:79802`); null for any other query. */
export function recordIdOf(parts: readonly string[]): string | null {
  const [first = '', ...others] = parts;
  return others.length === 0 && RECORD_ID.test(first) ? first : null;
}
