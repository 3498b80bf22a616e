import { type Candidate, SEARCH_FIELDS } from '@bridge/search';
import type { Understood } from './understand.ts';
import { ofItsEra } from './of-its-era.ts';
import { formsMeant, type Unit, type UnitMatch } from './unit.ts';
import { WordPlaces } from './word-places.ts';
import { worthsOf } from './worths.ts';

const FORM_AT = SEARCH_FIELDS.indexOf('form');
const TITLE_AT = SEARCH_FIELDS.indexOf('title');
const TITLE = 1 << TITLE_AT;
const ALL_FIELDS = 2 ** SEARCH_FIELDS.length - 1;

/** A candidate with what speaks for it. */
export interface Scored {
  readonly candidate: Candidate;
  readonly score: number;
  /** Share of the query's weight that was found at all, 0 to 1. */
  readonly coverage: number;
  readonly found: readonly (UnitMatch | null)[];
  readonly parts: ScoreParts;
}

/** The parts of a score, as `archive explain` shows them. */
export interface ScoreParts {
  readonly fit: number;
  readonly coverage: number;
  readonly title: number;
  readonly form: number;
  readonly quality: number;
}

/** A part counts as there from this worth on; what a description mentions in passing counts in part. */
const FULLY_THERE = 0.7;
const COVERAGE_SHARE = 0.6;
const EXACT_TITLE = 0.8;
const OWN_TITLE = 0.3;
const TITLE_PRECISION = 0.1;
const QUALITY = 0.03;
const SCATTERED = 0.75;
const USED_AGAIN = 0.3;
const FORM_FITS = 0.05;

/** An alternative with the numbers of its words among all that are looked for. */
interface Sought {
  readonly words: readonly string[];
  readonly numbers: readonly number[];
  readonly phrase: string;
  readonly worth: number;
}

/** A unit of the query, ready to be looked for. */
interface Wanted {
  readonly unit: Unit;
  /** By the place of the field. */
  readonly worths: readonly number[];
  readonly alternatives: readonly Sought[];
}

function wantedOf(unit: Unit, places: WordPlaces): Wanted {
  const worths = worthsOf(unit);
  return {
    unit,
    worths: SEARCH_FIELDS.map((field) => worths[field]),
    alternatives: unit.alternatives
      .filter(({ words }) => words.length > 0)
      .map(({ words, worth }) => ({
        words,
        numbers: words.map((word) => places.number(word)),
        phrase: words.join(' '),
        worth,
      })),
  };
}

/** Fields, a bit each, that hold every word of the alternative. */
function fieldsWithAll({ numbers }: Sought, places: WordPlaces): number {
  let fields = ALL_FIELDS;
  for (const number of numbers) fields &= places.fields(number);
  return fields;
}

/** How an alternative stands in a field that holds all of its words: whole, or its words apart. */
function standing({ words, phrase }: Sought, field: string): number {
  return words.length === 1 || ` ${field} `.includes(` ${phrase} `) ? 1 : SCATTERED;
}

function find({ unit, worths, alternatives }: Wanted, places: WordPlaces): UnitMatch | null {
  let best = 0;
  let where = 0;
  let as: readonly string[] = [];
  for (const alternative of alternatives) {
    const fields = fieldsWithAll(alternative, places);
    for (let at = 0; fields >>> at !== 0; at++) {
      if ((fields & (1 << at)) === 0) continue;
      const most = (worths[at] ?? 0) * alternative.worth;
      if (most <= best) continue;
      // A name's words stand in any order: "Hiroshige Ando", "Ando Hiroshige".
      const worth = most * (unit.kind === 'creator' ? 1 : standing(alternative, places.field(at)));
      if (worth <= best) continue;
      best = worth;
      where = at;
      as = alternative.words;
    }
  }
  const direct =
    best === 0 ? null : { unit, field: SEARCH_FIELDS[where] ?? 'text', words: as, worth: best };
  return unit.era === undefined ? direct : ofItsEra(unit, unit.era, direct, places);
}

function isSame(a: UnitMatch | null, b: UnitMatch): boolean {
  return (
    a !== null &&
    a.field === b.field &&
    a.words.length === b.words.length &&
    a.words.every((word, at) => word === b.words[at])
  );
}

/** One synonym in a record is one thing, however many parts of the query it could stand for. */
function counted(found: readonly (UnitMatch | null)[]): (UnitMatch | null)[] {
  return found.map((one, at) => {
    if (one === null) return null;
    for (let before = 0; before < at; before++)
      if (isSame(found[before] ?? null, one)) return { ...one, worth: one.worth * USED_AGAIN };
    return one;
  });
}

/** Orders candidates against a query. The same for every engine, because it looks at the documents' own words. */
export class Scorer {
  readonly #understood: Understood;
  readonly #places: WordPlaces;
  readonly #units: readonly Wanted[];
  readonly #weight: number;
  readonly #titleWords: ReadonlySet<string>;
  readonly #titleNumbers: readonly number[];
  readonly #wholeTitle: string;
  readonly #ownTitle: string;
  /** Who names a maker and nothing else wants works by them, not one that is called so. */
  readonly #makersOnly: boolean;
  /** Forms of the things asked for: whoever asks for a chair wants furniture before drawings of it. */
  readonly #forms: readonly string[];

  constructor(understood: Understood) {
    this.#understood = understood;
    this.#places = new WordPlaces();
    this.#units = understood.units.map((unit) => wantedOf(unit, this.#places));
    this.#weight = this.#units.reduce((sum, { unit }) => sum + unit.weight, 0);
    this.#titleWords = new Set(understood.titleWords);
    this.#titleNumbers = [...this.#titleWords].map((word) => this.#places.number(word));
    this.#makersOnly =
      understood.units.length > 0 && understood.units.every(({ kind }) => kind === 'creator');
    this.#forms = formsMeant(understood.units);
    this.#wholeTitle = understood.titleWords.join(' ');
    const named = new Set(
      understood.units
        .filter(({ kind }) => kind === 'creator')
        .flatMap(({ alternatives }) => alternatives.flatMap(({ words }) => words)),
    );
    this.#ownTitle = understood.titleWords.filter((word) => !named.has(word)).join(' ');
  }

  score(candidate: Candidate): Scored {
    this.#places.look(candidate.text);
    const found = counted(this.#units.map((wanted) => find(wanted, this.#places)));
    let fit = 0;
    let covered = 0;
    for (const [at, one] of found.entries()) {
      const weight = this.#units[at]?.unit.weight ?? 0;
      fit += weight * (one?.worth ?? 0);
      covered += weight * Math.min(1, (one?.worth ?? 0) / FULLY_THERE);
    }
    const share = this.#weight === 0 ? 1 : this.#weight;
    const parts = {
      fit: fit / share,
      coverage: covered / share,
      form: this.#form(),
      title: this.#title(),
      quality: (QUALITY * candidate.rank) / 100,
    };
    const score =
      parts.coverage * COVERAGE_SHARE +
      parts.fit * (1 - COVERAGE_SHARE) +
      parts.title +
      parts.form +
      parts.quality;
    return { candidate, score, coverage: parts.coverage, found, parts };
  }

  #form(): number {
    if (this.#forms.length === 0) return 0;
    const form = `${this.#places.field(FORM_AT)} `;
    return this.#forms.some((one) => form.startsWith(`${one} `)) ? FORM_FITS : 0;
  }

  /** A title that is the query, or the query without the maker, or that has few other words. */
  #title(): number {
    if (this.#wholeTitle === '' || this.#makersOnly) return 0;
    if (!this.#titleNumbers.some((number) => (this.#places.fields(number) & TITLE) !== 0)) return 0;
    const text = this.#places.field(TITLE_AT);
    let best = 0;
    for (const title of text.split(' - ')) {
      if (title === this.#wholeTitle) best = Math.max(best, EXACT_TITLE);
      else if (this.#ownTitle !== '' && title === this.#ownTitle) best = Math.max(best, OWN_TITLE);
      let words = 0;
      let asked = 0;
      for (let from = 0, to = 0; to !== -1; from = to + 1) {
        to = title.indexOf(' ', from);
        words += 1;
        if (this.#titleWords.has(to === -1 ? title.slice(from) : title.slice(from, to))) asked += 1;
      }
      best = Math.max(best, (TITLE_PRECISION * asked) / words);
    }
    return best;
  }

  get understood(): Understood {
    return this.#understood;
  }
}
