import { FIELD_AT } from '../lexicon/field-at.ts';
import { firstValueOf, lineOf } from './lines.ts';

/**
 * Minimum number of words of a title that is compared with others. Equal shorter titles, such as "New York", do not show that
 * two records are one work.
 */
const TITLE_WORDS_MIN = 3;
/** Maximum number of makers of a record that are compared. */
const MAKERS_MAX = 4;

/**
 * Finds near-duplicates (records of one work) that have different first makers or series: title, time and medium are equal, and
 * one maker is common. A collection may list a chair by two makers under both, or under one of them.
 */
export class NearDuplicateFinder {
  readonly #groups = new Map<string, string>();
  readonly #titles = new Set<string>();
  readonly #repeatedTitles = new Set<string>();

  /** @param texts the fields of all records that are compared */
  constructor(texts: readonly string[]) {
    for (const text of texts) {
      const title = firstValueOf(text, FIELD_AT.title);
      (this.#titles.has(title) ? this.#repeatedTitles : this.#titles).add(title);
    }
  }

  /**
   * Returns the group of near-duplicates of a record: that of an earlier record with equal title, time and medium and one equal
   * maker, else `own`. `text`: the fields of the record.
   */
  groupOf(text: string, own: string): string {
    const title = firstValueOf(text, FIELD_AT.title);
    // Most titles occur once, so the other fields of these records need not be read.
    if (!this.#repeatedTitles.has(title)) return own;
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
