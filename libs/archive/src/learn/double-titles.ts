import { languageOf } from '../record/language.ts';
import { OrderIndependentSampler } from './hash-sample.ts';

/** Maximum number of pairs of titles (of one work in two languages) from which word translations are learned. */
const PAIRS_MAX = 40_000;
/** Maximum number of words of a title in a pair; longer titles seldom correspond word by word. */
const WORDS_MAX = 10;
/** Maximum number of alternative titles of a work that are read. */
const TITLES_MAX = 4;
/**
 * Minimum lead, in words, by which one title of a pair has more words of other English titles. With less it is uncertain which
 * title is English.
 */
const ENGLISH_LEAD = 1.5;

/** The title of a work in English and in another language, as lists of words. */
export interface BilingualTitlePair {
  readonly english: readonly string[];
  readonly foreign: readonly string[];
}

/** Titles that mean "untitled". The other title of such a work is no translation of it. */
const UNTITLED: ReadonlySet<string> = new Set(['untitled', 'sans titre', 'ohne titel', 'no title']);

/** Removes from a title the name of a series after "from", and outer blanks. */
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

/** Collects works that have a title in two languages, such as "Head and Bottle (Kopf und Flasche)"; equal pairs count once. */
export class BilingualTitleCollector {
  readonly #pairs = new OrderIndependentSampler<UnlabelledTitlePair>(PAIRS_MAX);

  /** Adds the titles of a document: the text of its title field, in which " - " separates the titles. */
  add(titles: string): void {
    if (!titles.includes(' - ')) return;
    const [own = '', ...others] = titles.split(' - ', TITLES_MAX + 1);
    for (const other of others) {
      // A title in brackets is also a part of the main title. The words before it are the title in the other language.
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

  /** Returns the pairs in which exactly one title is English. */
  pairs(): BilingualTitlePair[] {
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

/** Determines the languages of the titles of a pair. A title of unknown language beside a foreign one counts as English. */
function sidesOf([a, b]: UnlabelledTitlePair['sides']): readonly [TitleLanguage, TitleLanguage] {
  const [first, second] = [languageOf(a.join(' ')), languageOf(b.join(' '))];
  if (first === 'en' && second !== 'en') return ['english', 'foreign'];
  if (second === 'en' && first !== 'en') return ['foreign', 'english'];
  if (first !== null && second === null) return ['foreign', 'english'];
  if (second !== null && first === null) return ['english', 'foreign'];
  return [null, null];
}

/** True when title `a` is English, false when `b` is, judged by words of other English titles; null when uncertain. */
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
