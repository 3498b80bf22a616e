import { peopleAdjective, peopleWords, type StoredMakerNation } from '@bridge/archive';
import { indexWords, type SearchTerm } from '@bridge/search';

/**
 * Maximum number of makers of a nation whose names are searched for a query for this nation. Makers with more records without a
 * nationality come first.
 */
const SEARCHED_MAKERS_MAX = 48;
/**
 * Number of makers' names per interpretation of a query. Each name has several words, and an engine limits the words of a
 * query.
 */
const NAMES_PER_CLAUSE = 16;

/** A maker (such as an artist) whose nations were derived from other records and from tables of names. */
interface MakerWithLearnedNations {
  readonly name: string;
  readonly words: readonly string[];
  readonly nations: readonly string[];
  /** Number of records and entries of name tables that give the nation. */
  readonly statements: number;
}

/** The makers of one nation. By their names a query for the nation also matches records that contain no nationality. */
export interface MakersOfNation {
  /** The makers by name: the key is the words of the name, separated by blanks. */
  readonly byName: ReadonlyMap<string, MakerWithLearnedNations>;
  /** Makers' names to search in the field `creator`. Each inner list is searched by an interpretation of its own. */
  readonly searched: readonly (readonly SearchTerm[])[];
  /** True for a word that is the adjective of a nation. */
  readonly isNation: (word: string) => boolean;
}

/**
 * The makers (such as artists) of each nation, as the import derived them for an index version. By them a query for a nation
 * also matches records that contain no nationality.
 */
export class LearnedMakersByNation {
  readonly #stored: readonly StoredMakerNation[];
  readonly #makers = new Map<string, MakersOfNation>();
  readonly #nations: ReadonlySet<string>;
  /** For each word that names a nation or country its makers, those with the most records without a nationality first. */
  #byWord: ReadonlyMap<string, readonly MakerWithLearnedNations[]> | null = null;

  constructor(stored: readonly StoredMakerNation[]) {
    this.#stored = stored;
    this.#nations = new Set(stored.flatMap(([, nations]) => nations.split(',')));
  }

  /** Returns the makers of the nation that this adjective or country names; null when none is known. */
  makersOf(word: string): MakersOfNation | null {
    const known = this.#makers.get(word);
    if (known !== undefined) return known;
    this.#byWord ??= makersByWord(this.#stored);
    const makers = this.#byWord.get(word);
    if (makers === undefined) return null;
    const names = makers
      .slice(0, SEARCHED_MAKERS_MAX)
      .map(({ words }): SearchTerm => ({ words, fields: ['creator'] }));
    const made: MakersOfNation = {
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

function makersByWord(
  stored: readonly StoredMakerNation[],
): Map<string, MakerWithLearnedNations[]> {
  const byWord = new Map<string, MakerWithLearnedNations[]>();
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
