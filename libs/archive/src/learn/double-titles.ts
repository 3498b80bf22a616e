import { languageOf } from '../record/language.ts';
import { HashSample } from './hash-sample.ts';

/** Different pairs of titles that are read, at most. */
const PAIRS_MAX = 40_000;
/** A longer title seldom corresponds word by word. */
const WORDS_MAX = 10;
/** Titles of a document that are read, at most. */
const TITLES_MAX = 4;
/** A side is English when its words were so much more often in English titles than in others. */
const ENGLISH_LEAD = 1.5;

/** A title in two languages. */
export interface TitlePair {
  readonly english: readonly string[];
  readonly foreign: readonly string[];
}

/** Titles that say that there is none: what stands beside one is another title, not the same in another language. */
const UNTITLED: ReadonlySet<string> = new Set(['untitled', 'sans titre', 'ohne titel', 'no title']);

/** A title without the series after "from" and without blanks around it. */
function titleOf(text: string): string {
  const cut = text.indexOf(' from ');
  return (cut === -1 ? text : text.slice(0, cut)).trim();
}

type Side = 'english' | 'foreign' | null;

interface RawPair {
  readonly sides: readonly [readonly string[], readonly string[]];
}

/** Collects titles that stand twice in a record: "Head and Bottle (Kopf und Flasche)". Equal pairs count once. */
export class DoubleTitles {
  readonly #pairs = new HashSample<RawPair>(PAIRS_MAX);

  /** Adds the titles of a document, as its title field has them: its own, then others after " - ". */
  add(titles: string): void {
    if (!titles.includes(' - ')) return;
    const [own = '', ...others] = titles.split(' - ', TITLES_MAX + 1);
    for (const other of others) {
      // A title in brackets stands in the own title as well: the words before it are the other language.
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

  /** The pairs of which one side is English and the other is not. */
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

/** Which side is English: a side of a detected language decides for the other one; null when none is or both are the same. */
function sidesOf([a, b]: RawPair['sides']): readonly [Side, Side] {
  const [first, second] = [languageOf(a.join(' ')), languageOf(b.join(' '))];
  if (first === 'en' && second !== 'en') return ['english', 'foreign'];
  if (second === 'en' && first !== 'en') return ['foreign', 'english'];
  if (first !== null && second === null) return ['foreign', 'english'];
  if (second !== null && first === null) return ['english', 'foreign'];
  return [null, null];
}

/** Whether the first side is the English one by its words in other titles; null when that is uncertain. */
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
