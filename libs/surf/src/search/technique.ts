import { SEARCH_FIELDS } from '@bridge/search';
import type { Lexicon } from './lexicon.ts';

const THINGS = [SEARCH_FIELDS.indexOf('form'), SEARCH_FIELDS.indexOf('medium')];
const THEMES = [SEARCH_FIELDS.indexOf('title'), SEARCH_FIELDS.indexOf('subject')];
/** What a word for a kind of thing weighs more: another theme of that kind is nearer than the theme as anything else. */
const MORE = 0.4;
/** So many times more often than in titles and subjects it stands among forms or media. */
const SHARE = 2;

/** How much more these words weigh because the index knows them as a form or technique above all; 0 when it does not. */
export function techniqueWeight(words: readonly string[], lexicon: Lexicon): number {
  const counts = words.map((word) => lexicon.counts(word));
  const most = (fields: readonly number[]): number =>
    Math.max(...fields.map((field) => Math.min(...counts.map((one) => one[field] ?? 0))));
  return most(THINGS) > SHARE * most(THEMES) ? MORE : 0;
}
