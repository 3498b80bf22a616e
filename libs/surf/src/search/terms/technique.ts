import { FIELD_AT } from '../lexicon/field-at.ts';
import type { Lexicon } from '../lexicon/lexicon.ts';

const THINGS = [FIELD_AT.form, FIELD_AT.medium];
const THEMES = [FIELD_AT.title, FIELD_AT.subject];
/**
 * Weight that is added to a form or technique: a record with that form and another subject ranks before the subject in
 * another form.
 */
const MORE = 0.4;
/**
 * A word counts as a form or technique when it occurs this many times more often in those fields than in titles and
 * subjects.
 */
const SHARE = 2;

/** Returns the additional weight of words that are mostly a form or technique in the index; 0 for other words. */
export function techniqueWeight(words: readonly string[], lexicon: Lexicon): number {
  const counts = words.map((word) => lexicon.counts(word));
  const most = (fields: readonly number[]): number =>
    Math.max(...fields.map((field) => Math.min(...counts.map((one) => one[field] ?? 0))));
  return most(THINGS) > SHARE * most(THEMES) ? MORE : 0;
}
