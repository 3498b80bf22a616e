import type { TitlePair } from './double-titles.ts';
import type { StoredWordTranslation } from './learned.ts';

/** Number of rounds of expectation maximisation; further rounds change only the third digit. */
const ROUNDS = 6;
/** Minimum confidence of a word equivalent, indexed by its number of title pairs; the last value is for all greater numbers. */
const CONFIDENCE_MIN = [1, 1, 0.6, 0.35] as const;
/** Confidence of two words that are the complete titles of a pair, without further evidence. */
const WHOLE_TITLE_CONFIDENCE = 0.5;
const EQUIVALENTS_PER_WORD_MAX = 3;
const EQUIVALENTS_MAX = 12_000;
const ALIGNED_CHARS_MIN = 3;
/** Maximum number of titles that contain a word for its one-word title pairs to be evidence; else the alignment is better. */
const WHOLE_TITLE_MAX = 2;
/** A word that occurs in at least this number of descriptions counts as English: museums write descriptions in English. */
const DESCRIPTIONS_MIN = 20;
/** A word is English when its share of English titles is above this. */
const ENGLISH_SHARE = 0.5;

/** Words without a meaning of their own, which are not aligned. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'the of and with for to by at from in on an as is or not no his her its their my our your this that these those he she ' +
    'they we you it who what be are was were has have had into onto over under near after before between untitled ' +
    'le la les des du un une et dans sur avec pour par au aux en est ce cette der die das den dem des ein eine einer einem ' +
    'und mit auf im am zum zur von vom bei aus el los las del de con para una il lo gli dei della delle degli nel ' +
    'nella sul per da do dos os um uma na em het een van met op te voor ou son sa ses leur'
  ).split(' '),
);

/** Factor that combines two word numbers into one key; greater than the number of words. */
const WORDS_ROOM = 2 ** 24;

/** In how many documents a word occurs in descriptions, and as subject, class or medium; museums write both in English. */
export interface EnglishWordUsage {
  readonly described: number;
  readonly filed: number;
}

/** A pair of titles in two languages, as numbers of their content words. */
interface NumberedTitlePair {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/**
 * Aligns the words of title pairs with IBM model 1 in both directions, and returns the word pairs on which both agree.
 * Deterministic. `useOf` returns how often a word occurs in English fields.
 */
export function alignWords(
  pairs: readonly TitlePair[],
  useOf: (word: string) => EnglishWordUsage,
): StoredWordTranslation[] {
  const english = new ContentWords();
  const foreign = new ContentWords();
  const lines = pairs.map((pair) => ({
    from: foreign.numbersOf(pair.foreign),
    to: english.numbersOf(pair.english),
  }));
  const cells = new WordPairTable(lines);
  const there = cells.chances('from');
  const back = cells.chances('to');
  const whole = cells.wholeTitles();
  const found: StoredWordTranslation[] = [];
  for (const [number, cell] of cells.all.entries()) {
    const [word, other] = [foreign.word(cell.from), english.word(cell.to)];
    const { described, filed } = useOf(word);
    if (word === other || described >= DESCRIPTIONS_MIN) continue;
    const titles = foreign.titles(word);
    if (english.titles(word) > ENGLISH_SHARE * titles) continue;
    const agreed = Math.sqrt((there[number] ?? 0) * (back[number] ?? 0));
    const isCertain = agreed >= (CONFIDENCE_MIN[Math.min(cell.titles, 3)] ?? 1);
    const isWhole = whole.has(number) && titles <= WHOLE_TITLE_MAX && described + filed === 0;
    const confidence = Math.max(isCertain ? agreed : 0, isWhole ? WHOLE_TITLE_CONFIDENCE : 0);
    if (confidence > 0) found.push([word, other, cell.titles, Math.round(100 * confidence) / 100]);
  }
  return mostCertain(found);
}

/** Returns the most certain equivalents of each word, in the order of the words. */
function mostCertain(all: readonly StoredWordTranslation[]): StoredWordTranslation[] {
  const ofWord = new Map<string, number>();
  return [...all]
    .sort((a, b) => b[3] - a[3] || b[2] - a[2] || byWord(a, b))
    .filter(([word]) => {
      const before = ofWord.get(word) ?? 0;
      ofWord.set(word, before + 1);
      return before < EQUIVALENTS_PER_WORD_MAX;
    })
    .slice(0, EQUIVALENTS_MAX)
    .sort(byWord);
}

function byWord(a: StoredWordTranslation, b: StoredWordTranslation): number {
  const [first, second] = [`${a[0]} ${a[1]}`, `${b[0]} ${b[1]}`];
  return first < second ? -1 : first > second ? 1 : 0;
}

/** The content words of one language, numbered, each with the number of titles that contain it. */
class ContentWords {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #titles: number[] = [];

  numbersOf(title: readonly string[]): number[] {
    const words = new Set(
      title.filter(
        (word) => word.length >= ALIGNED_CHARS_MIN && !FUNCTION_WORDS.has(word) && !/\d/.test(word),
      ),
    );
    return [...words].map((word) => {
      const number = this.#numbers.get(word) ?? this.#words.push(word) - 1;
      this.#numbers.set(word, number);
      this.#titles[number] = (this.#titles[number] ?? 0) + 1;
      return number;
    });
  }

  word(number: number): string {
    return this.#words[number] ?? '';
  }

  titles(word: string): number {
    const number = this.#numbers.get(word);
    return number === undefined ? 0 : (this.#titles[number] ?? 0);
  }
}

/** A word of each language that occur together in title pairs, with the number of such pairs. */
interface WordPairCell {
  readonly from: number;
  readonly to: number;
  titles: number;
}

/** A title pair with the numbers of its word pairs: for each word of `from`, in order, its pairs with all words of `to`. */
interface TitlePairWithWordPairs extends NumberedTitlePair {
  readonly cells: Uint32Array;
}

/** All word pairs that occur in any title pair, numbered. */
class WordPairTable {
  readonly all: WordPairCell[] = [];
  readonly #lines: readonly TitlePairWithWordPairs[];

  constructor(lines: readonly NumberedTitlePair[]) {
    const numbers = new Map<number, number>();
    this.#lines = lines.map(({ from, to }) => {
      const cells = new Uint32Array(from.length * to.length);
      for (const [row, word] of from.entries())
        for (const [column, other] of to.entries()) {
          const key = word * WORDS_ROOM + other;
          const number =
            numbers.get(key) ?? this.all.push({ from: word, to: other, titles: 0 }) - 1;
          numbers.set(key, number);
          const cell = this.all[number];
          if (cell !== undefined) cell.titles += 1;
          cells[row * to.length + column] = number;
        }
      return { from, to, cells };
    });
  }

  /** Returns the numbers of the word pairs that are a complete title pair: one word in each language. */
  wholeTitles(): Set<number> {
    return new Set(this.#lines.flatMap(({ cells }) => (cells.length === 1 ? [...cells] : [])));
  }

  /**
   * Returns for each word pair the probability that its word on side `given` is translated as its word on the other side (IBM
   * model 1).
   */
  chances(given: 'from' | 'to'): Float64Array {
    let chances = new Float64Array(this.all.length).fill(1);
    for (let round = 0; round < ROUNDS; round++) {
      const counts = new Float64Array(this.all.length);
      for (const { from, to, cells } of this.#lines) {
        // Each word of the other side adds a total count of 1, which is divided among the words of `given`: a column or row of
        // the table of word pairs.
        const [groups, step, next] =
          given === 'from' ? [to.length, to.length, 1] : [from.length, 1, to.length];
        for (let group = 0; group < groups; group++) {
          const first = group * next;
          const end = given === 'from' ? cells.length : first + to.length;
          let total = 0;
          for (let at = first; at < end; at += step) total += chances[cells[at] ?? 0] ?? 0;
          for (let at = first; total > 0 && at < end; at += step) {
            const cell = cells[at] ?? 0;
            counts[cell] = (counts[cell] ?? 0) + (chances[cell] ?? 0) / total;
          }
        }
      }
      const totals: number[] = [];
      for (const [at, cell] of this.all.entries())
        totals[cell[given]] = (totals[cell[given]] ?? 0) + (counts[at] ?? 0);
      chances = counts.map((count, at) => count / (totals[this.all[at]?.[given] ?? 0] ?? 1));
    }
    return chances;
  }
}
