import type { BilingualTitlePair } from './double-titles.ts';
import type { StoredWordTranslation } from './learned.ts';

/** Number of rounds of expectation maximisation. Further rounds change the result only in the third digit. */
const ROUNDS = 6;
/** Minimum confidence of a word translation, by the number of title pairs with both words: 0, 1, 2, and 3 or more. */
const CONFIDENCE_MIN = [1, 1, 0.6, 0.35] as const;
/** Confidence of a translation whose words are the two complete titles of one work, when nothing else supports it. */
const WHOLE_TITLE_CONFIDENCE = 0.5;
const EQUIVALENTS_PER_WORD_MAX = 3;
const EQUIVALENTS_MAX = 12_000;
const ALIGNED_CHARS_MIN = 3;
/** If more titles than this contain a word, a pair of one-word titles with it is no evidence: the alignment is more certain. */
const WHOLE_TITLE_MAX = 2;
/** A word that at least this many descriptions contain counts as English, because museums write descriptions in English. */
const DESCRIPTIONS_MIN = 20;
/** A word counts as English when more than this share of its titles are English. */
const ENGLISH_SHARE = 0.5;

/** Words without a meaning of their own, such as articles, which are not translated. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  (
    'the of and with for to by at from in on an as is or not no his her its their my our your this that these those he she ' +
    'they we you it who what be are was were has have had into onto over under near after before between untitled ' +
    'le la les des du un une et dans sur avec pour par au aux en est ce cette der die das den dem des ein eine einer einem ' +
    'und mit auf im am zum zur von vom bei aus el los las del de con para una il lo gli dei della delle degli nel ' +
    'nella sul per da do dos os um uma na em het een van met op te voor ou son sa ses leur'
  ).split(' '),
);

/** Factor that combines the numbers of two words into one key; it is greater than the number of different words. */
const WORDS_ROOM = 2 ** 24;

/** Numbers of documents with a word in the description, and as subject, class or medium. Museums write both in English. */
export interface EnglishWordDocumentCounts {
  readonly described: number;
  readonly filed: number;
}

/** The titles of a work in two languages, as the numbers of their content words: foreign (`from`) and English (`to`). */
interface TitlePairAsWordNumbers {
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/**
 * Finds word translations in titles by IBM model 1 (statistical word alignment): the word pairs on which both directions agree.
 * `useOf` returns how many documents have a word in English fields. Deterministic.
 */
export function alignWords(
  pairs: readonly BilingualTitlePair[],
  useOf: (word: string) => EnglishWordDocumentCounts,
): StoredWordTranslation[] {
  const english = new NumberedContentWords();
  const foreign = new NumberedContentWords();
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

/** Returns the most certain translations of each word, in the order of the words. */
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

/** The content words of all titles in one language, each with a number and the number of titles that contain it. */
class NumberedContentWords {
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

/** A foreign word (`from`) and an English word (`to`), and the number of title pairs that contain both. */
interface CountedWordPair {
  readonly from: number;
  readonly to: number;
  titles: number;
}

/** A title pair with the numbers of its word pairs: for each word of `from`, in order, those with all words of `to`. */
interface TitlePairWithWordPairs extends TitlePairAsWordNumbers {
  readonly cells: Uint32Array;
}

/** All pairs of a foreign and an English word that occur in a title pair. A word pair has its index in `all` as number. */
class WordPairTable {
  readonly all: CountedWordPair[] = [];
  readonly #lines: readonly TitlePairWithWordPairs[];

  constructor(lines: readonly TitlePairAsWordNumbers[]) {
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

  /** Returns the numbers of those word pairs that are complete title pairs: one word in each language. */
  wholeTitles(): Set<number> {
    return new Set(this.#lines.flatMap(({ cells }) => (cells.length === 1 ? [...cells] : [])));
  }

  /**
   * Returns for each word pair the probability that its word on side `given` is translated by its word on the other side (IBM
   * model 1).
   */
  chances(given: 'from' | 'to'): Float64Array {
    let chances = new Float64Array(this.all.length).fill(1);
    for (let round = 0; round < ROUNDS; round++) {
      const counts = new Float64Array(this.all.length);
      for (const { from, to, cells } of this.#lines) {
        // Each word of the other side adds 1 to the counts, divided among the words of `given`: a column or row of the word
        // pairs.
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
