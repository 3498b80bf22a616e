import { FIELD_AT } from '../lexicon/field-at.ts';
import type { QueryUnit } from '../terms/unit.ts';
import type { WordPlaces } from './word-places.ts';

/** Two adjacent words of a search query, as their numbers in `WordPlaces`. */
interface WordPair {
  readonly first: number;
  readonly second: number;
  readonly text: string;
}

/** Words after which a title does not name its thing any further: "Tsuba with Two Dragons". */
const THING_ENDS =
  /^(?:with|of|in|on|for|from|by|and|at|after|to|the|model|no|number|plate|or|a|an|mit|von|avec|de|du|con|di|\d.*)$/;

/** Compares the order of a query's words with that of a document's: adjacent words, and the object that both name. */
export class WordOrder {
  readonly #pairs: readonly WordPair[];
  readonly #heads: ReadonlySet<string>;
  readonly #headNumbers: readonly number[];

  /** `units`: in the order of the query. */
  constructor(units: readonly QueryUnit[], head: QueryUnit | null, places: WordPlaces) {
    this.#pairs = units.flatMap((unit, at) => {
      const next = units[at + 1];
      if (next === undefined || !isOrdered(unit) || !isOrdered(next)) return [];
      const first = unit.alternatives[0]?.words.at(-1);
      const second = next.alternatives[0]?.words[0];
      if (first === undefined || second === undefined) return [];
      return [
        { first: places.number(first), second: places.number(second), text: `${first} ${second}` },
      ];
    });
    this.#heads = new Set(
      head === null || head.kindOfWork?.isFormName === true
        ? []
        : head.alternatives.flatMap(({ words }) => words.slice(-1)),
    );
    this.#headNumbers = [...this.#heads].map((word) => places.number(word));
  }

  /**
   * Returns the share of adjacent words of the query that are adjacent in a field of the current document, 0 to 1.
   */
  neighbours(places: WordPlaces): number {
    if (this.#pairs.length === 0) return 0;
    let found = 0;
    for (const { first, second, text } of this.#pairs) {
      const fields = places.fields(first) & places.fields(second);
      for (let field = 0; fields >>> field !== 0; field++) {
        if ((fields & (1 << field)) === 0 || !` ${places.field(field)} `.includes(` ${text} `))
          continue;
        found += 1;
        break;
      }
    }
    return found / this.#pairs.length;
  }

  /** True when one of the titles of the current document names the same thing as the query. */
  isOfThing(places: WordPlaces): boolean {
    if (!this.#headNumbers.some((number) => places.isInTitle(number))) return false;
    const titles = places.field(FIELD_AT.title).split(' - ');
    return titles.some((title) => this.#heads.has(thingOf(title)));
  }
}

/** True when the unit's words must keep the order of the query. The form of a work may occur anywhere. */
function isOrdered({ kind, kindOfWork }: QueryUnit): boolean {
  return (
    (kind === 'word' || kind === 'both' || kind === 'phrase') && kindOfWork?.isFormName !== true
  );
}

/** Returns the last word before the first preposition. */
function thingOf(title: string): string {
  let thing = '';
  for (const word of title.split(' ')) {
    if (thing !== '' && THING_ENDS.test(word)) break;
    thing = word;
  }
  return thing;
}
