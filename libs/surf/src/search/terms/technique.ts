import { FIELD_AT } from '../lexicon/field-at.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';

const THINGS = [FIELD_AT.form, FIELD_AT.medium];
const THEMES = [FIELD_AT.title, FIELD_AT.subject];
/**
 * Weight that is added to a word for a form or technique: for "bronze horse", a bronze of another subject ranks before a horse
 * in another technique.
 */
const MORE = 0.4;
/**
 * A word counts as a form or technique when more than this many times as many documents have it in the fields `form` or
 * `medium` as in `title` or `subject`.
 */
const SHARE = 2;

/** Returns the additional weight in a query of words that documents mostly have as a form or technique; 0 for other words. */
export function techniqueWeight(words: readonly string[], lexicon: Lexicon): number {
  const counts = words.map((word) => lexicon.counts(word));
  const most = (fields: readonly number[]): number =>
    Math.max(...fields.map((field) => Math.min(...counts.map((one) => one[field] ?? 0))));
  return most(THINGS) > SHARE * most(THEMES) ? MORE : 0;
}
