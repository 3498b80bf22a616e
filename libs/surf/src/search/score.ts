import { type Candidate, SEARCH_FIELDS, type SearchField } from '@bridge/search';
import { formOf, isForm } from '../record/forms.ts';
import type { Understood } from './understand.ts';
import type { Alternative, Unit } from './unit.ts';

/** How well a field fits a thing asked for, from 0 to 1: what a record is called says more than what a text mentions. */
type FieldWorth = Readonly<Record<SearchField, number>>;

const ANY: FieldWorth = {
  accession: 0,
  title: 1,
  creator: 0.7,
  form: 0.9,
  medium: 0.88,
  subject: 0.74,
  group: 0.8,
  place: 0.82,
  time: 0,
  text: 0.4,
};
const MAKER: FieldWorth = {
  accession: 0,
  title: 0.55,
  creator: 1,
  form: 0.3,
  medium: 0.3,
  subject: 0.45,
  group: 0.45,
  place: 0.3,
  time: 0,
  text: 0.3,
};
/** A word that is a maker's name as well: the maker first, then what is called so. */
const BOTH: FieldWorth = { ...ANY, creator: 1, title: 0.8, subject: 0.6, group: 0.7 };
const FORM: FieldWorth = {
  accession: 0,
  title: 0.92,
  creator: 0.1,
  form: 1,
  medium: 0.95,
  subject: 0.5,
  group: 0.5,
  place: 0,
  time: 0,
  text: 0.3,
};
const TIME: FieldWorth = {
  accession: 0,
  title: 0.9,
  creator: 0,
  form: 0,
  medium: 0,
  subject: 0.6,
  group: 0.5,
  place: 0,
  time: 1,
  text: 0.3,
};
const ACCESSION: FieldWorth = {
  accession: 1,
  title: 0,
  creator: 0,
  form: 0,
  medium: 0,
  subject: 0,
  group: 0,
  place: 0,
  time: 0,
  text: 0,
};

const FORM_AT = SEARCH_FIELDS.indexOf('form');
const TITLE_AT = SEARCH_FIELDS.indexOf('title');

/** Where a unit was found in a record and how well that fits; null when it was not. */
export interface Found {
  readonly unit: Unit;
  readonly field: SearchField;
  readonly words: readonly string[];
  readonly worth: number;
}

/** A candidate with what speaks for it. */
export interface Scored {
  readonly candidate: Candidate;
  readonly score: number;
  /** Share of the query's weight that was found at all, 0 to 1. */
  readonly coverage: number;
  readonly found: readonly (Found | null)[];
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

function worthsOf(unit: Unit): FieldWorth {
  if (unit.kind === 'creator') return MAKER;
  if (unit.kind === 'both') return BOTH;
  if (unit.kind === 'time') return TIME;
  if (unit.kind === 'accession') return ACCESSION;
  return unit.alternatives.some(({ words }) => words.length === 1 && isForm(words[0] ?? ''))
    ? FORM
    : ANY;
}

/** How an alternative stands in one padded field: whole, its words apart, or not. */
function standing(field: string, { words }: Alternative): number {
  const first = words[0];
  if (first === undefined || !field.includes(` ${first} `)) return 0;
  if (words.length === 1) return 1;
  if (field.includes(` ${words.join(' ')} `)) return 1;
  return words.every((word) => field.includes(` ${word} `)) ? SCATTERED : 0;
}

function find(unit: Unit, worths: FieldWorth, fields: readonly string[]): Found | null {
  let best: Found | null = null;
  for (const alternative of unit.alternatives) {
    for (let at = 0; at < SEARCH_FIELDS.length; at++) {
      const name = SEARCH_FIELDS[at] ?? 'text';
      const most = worths[name] * alternative.worth;
      if (most <= (best?.worth ?? 0)) continue;
      // A name's words stand in any order: "Hiroshige Ando", "Ando Hiroshige".
      const stands = standing(fields[at] ?? '', alternative);
      const worth = most * (unit.kind === 'creator' && stands > 0 ? 1 : stands);
      if (worth > (best?.worth ?? 0)) best = { unit, field: name, words: alternative.words, worth };
    }
  }
  return best;
}

/** One synonym in a record is one thing, however many parts of the query it could stand for. */
function counted(found: readonly (Found | null)[]): (Found | null)[] {
  const used = new Set<string>();
  return found.map((one) => {
    if (one === null) return null;
    const key = `${one.field} ${one.words.join(' ')}`;
    if (!used.has(key)) {
      used.add(key);
      return one;
    }
    return { ...one, worth: one.worth * USED_AGAIN };
  });
}

/** Orders candidates against a query. The same for every engine, because it looks at the documents' own words. */
export class Scorer {
  readonly #understood: Understood;
  readonly #units: readonly { unit: Unit; worths: FieldWorth }[];
  readonly #weight: number;
  readonly #titleWords: ReadonlySet<string>;
  readonly #wholeTitle: string;
  readonly #ownTitle: string;
  /** Who names a maker and nothing else wants works by them, not one that is called so. */
  readonly #makersOnly: boolean;
  /** Forms of the things asked for: whoever asks for a chair wants furniture before drawings of it. */
  readonly #forms: readonly string[];

  constructor(understood: Understood) {
    this.#understood = understood;
    this.#units = understood.units.map((unit) => ({ unit, worths: worthsOf(unit) }));
    this.#weight = this.#units.reduce((sum, { unit }) => sum + unit.weight, 0);
    this.#titleWords = new Set(understood.titleWords);
    this.#makersOnly =
      understood.units.length > 0 && understood.units.every(({ kind }) => kind === 'creator');
    this.#forms = understood.units
      .filter(({ kind }) => kind === 'word' || kind === 'phrase')
      .flatMap(({ text }) => formOf(undefined, text) || []);
    this.#wholeTitle = understood.titleWords.join(' ');
    const named = new Set(
      understood.units
        .filter(({ kind }) => kind === 'creator')
        .flatMap(({ alternatives }) => alternatives.flatMap(({ words }) => words)),
    );
    this.#ownTitle = understood.titleWords.filter((word) => !named.has(word)).join(' ');
  }

  score(candidate: Candidate): Scored {
    const fields = candidate.fields.map((field) => ` ${field} `);
    const found = counted(this.#units.map(({ unit, worths }) => find(unit, worths, fields)));
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
      form: this.#forms.some((form) => fields[FORM_AT]?.startsWith(` ${form} `) === true)
        ? FORM_FITS
        : 0,
      title: this.#title(candidate.fields[TITLE_AT] ?? ''),
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

  /** A title that is the query, or the query without the maker, or that has few other words. */
  #title(text: string): number {
    if (text === '' || this.#wholeTitle === '' || this.#makersOnly) return 0;
    let best = 0;
    for (const title of text.split(' - ')) {
      if (title === this.#wholeTitle) best = Math.max(best, EXACT_TITLE);
      else if (this.#ownTitle !== '' && title === this.#ownTitle) best = Math.max(best, OWN_TITLE);
      const words = title.split(' ');
      const asked = words.filter((word) => this.#titleWords.has(word)).length;
      best = Math.max(best, (TITLE_PRECISION * asked) / words.length);
    }
    return best;
  }

  get understood(): Understood {
    return this.#understood;
  }
}
