import { peopleAdjective, peopleWords, type StoredNation } from '@bridge/archive';
import { indexWords, type Term } from '@bridge/search';

/** Maximum number of makers by whose names records are searched: those with the most records without a nationality. */
const SEARCHED_MAKERS_MAX = 48;
/** Number of names per interpretation. Each name has several words, and an engine limits the words of a query. */
const NAMES_PER_CLAUSE = 16;

/** A maker whose nation the index learned. */
interface LearnedMaker {
  readonly name: string;
  readonly words: readonly string[];
  readonly nations: readonly string[];
  /** Number of records and entries of name tables that give the nation. */
  readonly statements: number;
}

/** The makers of a nation whose records give no nationality. */
export interface NationMakers {
  /** The makers by the words of their names. */
  readonly byName: ReadonlyMap<string, LearnedMaker>;
  /** Names by which records are searched, in parts for one interpretation each. */
  readonly searched: readonly (readonly Term[])[];
  /** True for a word that is the adjective of a nation. */
  readonly isNation: (word: string) => boolean;
}

/** The nations of makers that an index version learned, for records that give none. */
export class LearnedNations {
  readonly #stored: readonly StoredNation[];
  readonly #makers = new Map<string, NationMakers>();
  readonly #nations: ReadonlySet<string>;
  /** Makers with the most records first, by each word of their nations and countries. */
  #byWord: ReadonlyMap<string, readonly LearnedMaker[]> | null = null;

  constructor(stored: readonly StoredNation[]) {
    this.#stored = stored;
    this.#nations = new Set(stored.flatMap(([, nations]) => nations.split(',')));
  }

  /** Returns the makers of the nation with this adjective or country; null when the index learned none. */
  makersOf(word: string): NationMakers | null {
    const known = this.#makers.get(word);
    if (known !== undefined) return known;
    this.#byWord ??= makersByWord(this.#stored);
    const makers = this.#byWord.get(word);
    if (makers === undefined) return null;
    const names = makers
      .slice(0, SEARCHED_MAKERS_MAX)
      .map(({ words }): Term => ({ words, fields: ['creator'] }));
    const made: NationMakers = {
      byName: new Map(makers.map((maker) => [maker.words.join(' '), maker])),
      searched: Array.from({ length: Math.ceil(names.length / NAMES_PER_CLAUSE) }, (_, part) =>
        names.slice(part * NAMES_PER_CLAUSE, (part + 1) * NAMES_PER_CLAUSE),
      ),
      isNation: (one) => peopleAdjective(one) === one || this.#nations.has(one),
    };
    this.#makers.set(word, made);
    return made;
  }
}

function makersByWord(stored: readonly StoredNation[]): Map<string, LearnedMaker[]> {
  const byWord = new Map<string, LearnedMaker[]>();
  for (const [name, nations, statements] of [...stored].sort((a, b) => b[3] - a[3])) {
    const maker = { name, words: indexWords(name), nations: nations.split(','), statements };
    const words = maker.nations.flatMap((nation) => [
      ...indexWords(nation),
      ...indexWords(peopleWords(nation)),
    ]);
    for (const word of new Set(words)) {
      const known = byWord.get(word);
      if (known === undefined) byWord.set(word, [maker]);
      else known.push(maker);
    }
  }
  return byWord;
}
