import { FIELD_AT } from './field-at.ts';
import { type Candidate } from '@bridge/search';
import type { ParsedQuery } from './parse-query.ts';
import { discountRepeated, matchUnit, type UnitLookup, unitLookupOf } from './match-unit.ts';
import { formsMeant, type UnitMatch } from './unit.ts';
import { WordPlaces } from './word-places.ts';

const TITLE = 1 << FIELD_AT.title;

/** A candidate with its score. */
export interface ScoredCandidate {
  readonly candidate: Candidate;
  readonly score: number;
  /** Share of the query's weight that the candidate matches, 0 to 1. */
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

/** From this worth on a unit counts as fully matched; a mention in a description counts in part. */
const FULLY_THERE = 0.7;
const COVERAGE_SHARE = 0.6;
const EXACT_TITLE = 0.8;
const OWN_TITLE = 0.3;
const TITLE_PRECISION = 0.1;
const QUALITY = 0.03;
const FORM_FITS = 0.05;

/** Scores candidates for a query by the documents' own words, so that every engine has the same order. */
export class Scorer {
  readonly #places: WordPlaces;
  readonly #units: readonly UnitLookup[];
  readonly #weight: number;
  readonly #titleWords: ReadonlySet<string>;
  readonly #titleNumbers: readonly number[];
  readonly #wholeTitle: string;
  readonly #ownTitle: string;
  /** Whether the query names makers only. It then wants their works, not works with their name as title. */
  readonly #makersOnly: boolean;
  /** The forms that the query names: for "chair", furniture comes before drawings of chairs. */
  readonly #forms: readonly string[];

  constructor(understood: ParsedQuery) {
    this.#places = new WordPlaces();
    this.#units = understood.units.map((unit) => unitLookupOf(unit, this.#places));
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

  score(candidate: Candidate): ScoredCandidate {
    this.#places.setText(candidate.text);
    const found = discountRepeated(this.#units.map((lookup) => matchUnit(lookup, this.#places)));
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
    const form = `${this.#places.field(FIELD_AT.form)} `;
    return this.#forms.some((one) => form.startsWith(`${one} `)) ? FORM_FITS : 0;
  }

  /** The worth of a title that is the query, that is the query without the maker, or that has few other words. */
  #title(): number {
    if (this.#wholeTitle === '' || this.#makersOnly) return 0;
    if (!this.#titleNumbers.some((number) => (this.#places.fields(number) & TITLE) !== 0)) return 0;
    const text = this.#places.field(FIELD_AT.title);
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
}
