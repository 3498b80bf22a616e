import { languageOf } from '../record/language.ts';
import { HashSample } from './hash-sample.ts';

/** Maximum number of different title pairs that are analysed. */
const PAIRS_MAX = 40_000;
/** Maximum number of words of an analysed title; longer titles seldom correspond word by word. */
const WORDS_MAX = 10;
/** Maximum number of alternative titles that are read per document. */
const TITLES_MAX = 4;
/**
 * Minimum lead, in words, of the title whose words occur more often in English titles of other pairs. With a smaller lead it is
 * uncertain which title is English.
 */
const ENGLISH_LEAD = 1.5;

/** A title in English and in another language. */
export interface TitlePair {
  readonly english: readonly string[];
  readonly foreign: readonly string[];
}

/** Titles that mean "untitled"; a title beside one is no translation of it. */
const UNTITLED: ReadonlySet<string> = new Set(['untitled', 'sans titre', 'ohne titel', 'no title']);

/** Removes a series after "from" and outer blanks from a title. */
function titleOf(text: string): string {
  const cut = text.indexOf(' from ');
  return (cut === -1 ? text : text.slice(0, cut)).trim();
}

/** The language of a title in a pair: English or another one; null when it is uncertain. */
type TitleLanguage = 'english' | 'foreign' | null;

/** Two titles of one work, whose languages are not yet determined. */
interface UnlabelledTitlePair {
  readonly sides: readonly [readonly string[], readonly string[]];
}

/** Collects works with a title in two languages, such as "Head and Bottle (Kopf und Flasche)"; equal pairs count once. */
export class BilingualTitleCollector {
  readonly #pairs = new HashSample<UnlabelledTitlePair>(PAIRS_MAX);

  /** Adds the titles of a document, separated by " - " as in the title field. */
  add(titles: string): void {
    if (!titles.includes(' - ')) return;
    const [own = '', ...others] = titles.split(' - ', TITLES_MAX + 1);
    for (const other of others) {
      // A title in brackets is also part of the first title; the words before it are the other language.
      const within = ` ${own} `.indexOf(` ${other} `);
      const rest = within === -1 ? own : own.slice(0, Math.max(0, within - 1));
      this.#addPair(rest, other);
    }
  }

  #addPair(a: string, b: string): void {
    const [first = '', second = ''] = [titleOf(a), titleOf(b)].sort();
    if (first === '' || first === second || UNTITLED.has(first) || UNTITLED.has(second)) return;
    const sides = [first.split(' '), second.split(' ')] as const;
    if (sides.some(({ length }) => length > WORDS_MAX)) return;
    this.#pairs.add(`${first}\n${second}`, () => ({ sides }));
  }

  /** Returns the pairs of which exactly one title is English. */
  pairs(): TitlePair[] {
    const raw = this.#pairs.sorted();
    const told = raw.map(({ sides }) => sidesOf(sides));
    const english = new Map<string, number>();
    for (const [at, { sides }] of raw.entries())
      for (const [number, side] of told[at]?.entries() ?? [])
        for (const word of side === null ? [] : (sides[number] ?? []))
          english.set(word, (english.get(word) ?? 0) + (side === 'english' ? 1 : -1));
    return raw.flatMap(({ sides: [a, b] }, at) => {
      const [first, second] = told[at] ?? [null, null];
      const isFirst =
        first === null && second === null ? firstIsEnglish(a, b, english) : first === 'english';
      if (isFirst === null) return [];
      return [isFirst ? { english: a, foreign: b } : { english: b, foreign: a }];
    });
  }
}

/** Determines which title of a pair is English; null when none or both are. */
function sidesOf([a, b]: UnlabelledTitlePair['sides']): readonly [TitleLanguage, TitleLanguage] {
  const [first, second] = [languageOf(a.join(' ')), languageOf(b.join(' '))];
  if (first === 'en' && second !== 'en') return ['english', 'foreign'];
  if (second === 'en' && first !== 'en') return ['foreign', 'english'];
  if (first !== null && second === null) return ['foreign', 'english'];
  if (second !== null && first === null) return ['english', 'foreign'];
  return [null, null];
}

/** True when the first title is the English one, judged by its words in other titles; null when uncertain. */
function firstIsEnglish(
  a: readonly string[],
  b: readonly string[],
  english: ReadonlyMap<string, number>,
): boolean | null {
  const of = (words: readonly string[]): number =>
    words.reduce((sum, word) => sum + Math.sign(english.get(word) ?? 0), 0) / words.length;
  const lead = of(a) - of(b);
  if (Math.abs(lead) * Math.max(a.length, b.length) < ENGLISH_LEAD && Math.abs(lead) < 1)
    return null;
  return lead > 0;
}
