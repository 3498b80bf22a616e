import { FIELD_AT } from './field-at.ts';
import { lineOf } from './lines.ts';

/** A shorter title, such as "New York", says little about what two works have in common. */
const TITLE_WORDS_MIN = 3;
/** Makers of a record that are compared, at most. */
const MAKERS_MAX = 4;

/**
 * Groups of near-duplicates whose records differ in their first maker or their series: one title, time and medium, and one
 * maker in common. A chair of two makers may stand under both, or under one of them.
 */
export class SameTitles {
  readonly #groups = new Map<string, string>();

  /** The group of a record by its words: that of an earlier record which is nearly the same, else its own. */
  groupOf(text: string, own: string): string {
    const [title = ''] = lineOf(text, FIELD_AT.title).split(' - ', 1);
    const time = lineOf(text, FIELD_AT.time);
    if (time === '' || title.split(' ', TITLE_WORDS_MIN).length < TITLE_WORDS_MIN) return own;
    const work = `${title}\n${time}\n${lineOf(text, FIELD_AT.medium)}`;
    const makers = lineOf(text, FIELD_AT.creator).split(' - ', MAKERS_MAX);
    const keys = makers.map((maker) => `${work}\n${maker}`);
    const known = keys.map((key) => this.#groups.get(key)).find((group) => group !== undefined);
    for (const key of keys) if (!this.#groups.has(key)) this.#groups.set(key, known ?? own);
    return known ?? own;
  }
}
