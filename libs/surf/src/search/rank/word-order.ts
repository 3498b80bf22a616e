import { FIELD_AT } from '../lexicon/field-at.ts';
import type { QueryUnit } from '../terms/unit.ts';
import type { FieldsByWord } from './word-fields.ts';

/** Two adjacent words of a search query, as the numbers by which `FieldsByWord` identifies words, and as one text. */
interface AdjacentWordPair {
  readonly first: number;
  readonly second: number;
  readonly text: string;
}

/** Matches a word at which the name of the thing in a title ends: "with" in "Tsuba with Two Dragons". */
const THING_ENDS =
  /^(?:with|of|in|on|for|from|by|and|at|after|to|the|model|no|number|plate|or|a|an|mit|von|avec|de|du|con|di|\d.*)$/;

/**
 * Compares a query with a document by the order of the words: which adjacent words are adjacent in both, and whether both name
 * the same thing.
 */
export class QueryWordOrderMatcher {
  readonly #pairs: readonly AdjacentWordPair[];
  readonly #heads: ReadonlySet<string>;
  readonly #headNumbers: readonly number[];

  /** `units`: the query units in the order of the query. `head`: the unit that names the wanted thing. */
  constructor(units: readonly QueryUnit[], head: QueryUnit | null, wordFields: FieldsByWord) {
    this.#pairs = units.flatMap((unit, at) => {
      const next = units[at + 1];
      if (next === undefined || !isOrdered(unit) || !isOrdered(next)) return [];
      const first = unit.alternatives[0]?.words.at(-1);
      const second = next.alternatives[0]?.words[0];
      if (first === undefined || second === undefined) return [];
      return [
        {
          first: wordFields.number(first),
          second: wordFields.number(second),
          text: `${first} ${second}`,
        },
      ];
    });
    this.#heads = new Set(
      head === null || head.kindOfWork?.isFormName === true
        ? []
        : head.alternatives.flatMap(({ words }) => words.slice(-1)),
    );
    this.#headNumbers = [...this.#heads].map((word) => wordFields.number(word));
  }

  /**
   * Returns the share of the query's pairs of adjacent words that are also adjacent in a field of the document in `wordFields`,
   * 0 to 1.
   */
  neighbours(wordFields: FieldsByWord): number {
    if (this.#pairs.length === 0) return 0;
    let found = 0;
    for (const { first, second, text } of this.#pairs) {
      const fields = wordFields.fields(first) & wordFields.fields(second);
      for (let field = 0; fields >>> field !== 0; field++) {
        if ((fields & (1 << field)) === 0 || !` ${wordFields.field(field)} `.includes(` ${text} `))
          continue;
        found += 1;
        break;
      }
    }
    return found / this.#pairs.length;
  }

  /**
   * True when a title of the document in `wordFields` names the same thing as the query: "Tsuba with Two Dragons" names a
   * tsuba.
   */
  isOfThing(wordFields: FieldsByWord): boolean {
    if (!this.#headNumbers.some((number) => wordFields.isInTitle(number))) return false;
    const titles = wordFields.field(FIELD_AT.title).split(' - ');
    return titles.some((title) => this.#heads.has(thingOf(title)));
  }
}

/**
 * True when the position of a query unit relative to other words matters. The name of a form, such as "poster", may occur
 * anywhere.
 */
function isOrdered({ kind, kindOfWork }: QueryUnit): boolean {
  return (
    (kind === 'word' || kind === 'both' || kind === 'phrase') && kindOfWork?.isFormName !== true
  );
}

/** Returns the thing that a title names: its last word before a word of `THING_ENDS`. */
function thingOf(title: string): string {
  let thing = '';
  for (const word of title.split(' ')) {
    if (thing !== '' && THING_ENDS.test(word)) break;
    thing = word;
  }
  return thing;
}
