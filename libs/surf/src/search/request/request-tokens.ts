import { foldedWords } from '@bridge/search';

/** A word of a search query with its position in the text. */
export interface SearchQueryToken {
  /** The word with case and accents folded. */
  readonly word: string;
  /** Index of the part of the query (between blanks) that contains the word. */
  readonly part: number;
  /** True when a punctuation mark such as a comma, colon or full stop follows the word. */
  readonly endsClause: boolean;
}

const CLAUSE_END = /[,;:.!?)]$/;
/** Matches a part of a query that is no language text: an address, an id, an accession number. */
const CODE = /[\p{L}\d][./:_-]*\d|\d[./:_-]*\p{L}{2}|:\/\//u;
const ORDINARY_NUMBER =
  /^\d{1,4}(?:s|st|nd|rd|th)?[,;:.!?)]*$|^(?:cc0|cc-0)[,;.]*$|^\d{3,4}[-–]\d{2,4}[,;.]*$/iu;

/**
 * Returns the words of all parts of a query (texts between blanks). Addresses, ids and accession numbers give no words, so that
 * no phrase matches inside them.
 */
export function tokensOf(parts: readonly string[]): SearchQueryToken[] {
  return parts.flatMap((part, at) => {
    if (CODE.test(part) && !ORDINARY_NUMBER.test(part)) return [];
    const words = foldedWords(part);
    return words.map((word, index) => ({
      word,
      part: at,
      endsClause: index === words.length - 1 && CLAUSE_END.test(part),
    }));
  });
}

/**
 * Returns the parts of a query (texts between blanks) without the consumed tokens, the words that are not searched. A part
 * without consumed tokens stays as typed.
 */
export function partsWithout(
  parts: readonly string[],
  tokens: readonly SearchQueryToken[],
  consumed: ReadonlySet<number>,
): string[] {
  return parts.flatMap((part, at) => {
    const own = tokens.flatMap((token, index) => (token.part === at ? [index] : []));
    if (!own.some((index) => consumed.has(index))) return [part];
    return own.flatMap((index) => (consumed.has(index) ? [] : (tokens[index]?.word ?? [])));
  });
}

/** A list of phrases that can be looked up at a position of a search query. */
export class PhraseLookupTable {
  readonly #byFirst: ReadonlyMap<string, readonly (readonly string[])[]>;

  /** `phrases`: separated by commas. */
  constructor(phrases: string) {
    const all = phrases.split(',').map((phrase) => phrase.trim().split(/\s+/));
    this.#byFirst = Map.groupBy(all, ([first = '']) => first);
  }

  /**
   * Returns the number of words (tokens) of the longest phrase of the list that begins at this token, within one clause; 0 when
   * none does.
   */
  lengthAt(tokens: readonly SearchQueryToken[], at: number): number {
    let longest = 0;
    for (const words of this.#byFirst.get(tokens[at]?.word ?? '') ?? []) {
      const isHere = words.every(
        (word, next) =>
          tokens[at + next]?.word === word &&
          (next === words.length - 1 || tokens[at + next]?.endsClause !== true),
      );
      if (isHere && words.length > longest) longest = words.length;
    }
    return longest;
  }
}
