import { FIELD_AT } from '../lexicon/field-at.ts';
import { type SearchCandidate } from '@bridge/search';
import { discountCaption } from './caption-length.ts';
import type { ParsedQuery } from '../parse/parsed-query.ts';
import { type PreparedQueryExclusion, prepareExclusion, isExcludedBy } from './exclusion-match.ts';
import { matchKind } from './match-kind.ts';
import { discountRepeated, matchUnit, type PreparedQueryUnit, prepareUnit } from './match-unit.ts';
import { type RankingWeights, type SearchOptions } from '../search-options.ts';
import { formsMeant, namesMaker, type BestQueryUnitMatchInRecord } from '../terms/unit.ts';
import { QueryWordOrderMatcher } from './word-order.ts';
import { firstWordOf } from './lines.ts';
import { nearness } from './nearness.ts';
import { FieldsByWord } from './word-fields.ts';

/**
 * Matches the form field of a painting or sculpture. If the query names a maker and no form, these rank before other works,
 * such as studies and reproductions.
 */
const MAIN_FORMS: ReadonlySet<string> = new Set(['painting', 'sculpture']);

/** A document that the engine found for a query, with its score. `found`: for each unit of the query its match, or null. */
export interface ScoredSearchCandidate {
  readonly candidate: SearchCandidate;
  readonly score: number;
  readonly found: readonly (BestQueryUnitMatchInRecord | null)[];
  readonly parts: DocumentScoreComponents;
  /** True when an exclusion of the query applies to the record, unless the query is the title of the record. */
  readonly isExcluded: boolean;
}

/** The parts of which a document's score for a query consists, as `ctl archive explain` shows them. */
export interface DocumentScoreComponents {
  readonly fit: number;
  /** Share of the query that the document matches, 0 to 1, with its units (words, names, times) weighted. */
  readonly coverage: number;
  readonly title: number;
  readonly phrase: number;
  readonly near: number;
  readonly head: number;
  readonly form: number;
  readonly quality: number;
}

/**
 * Score (0 to 1) from which a match counts fully in the coverage, the share of the query that a record matches. A lower score,
 * such as that of a match in a description, counts in proportion.
 */
const FULLY_THERE = 0.7;
/** Amount that is subtracted from the score of a record whose medium is a reproduction. */
const REPRODUCTION = 0.1;

/**
 * Scores candidates (documents that the engine found for a query) by their words, so that the order is the same with every
 * engine.
 */
export class CandidateScorer {
  readonly #wordFields: FieldsByWord;
  readonly #units: readonly PreparedQueryUnit[];
  readonly #weight: number;
  readonly #titleWords: ReadonlySet<string>;
  readonly #ownTitleWords: ReadonlySet<string>;
  readonly #titleNumbers: readonly number[];
  readonly #wholeTitle: string;
  readonly #ownTitle: string;
  /**
   * True when the query consists of makers only. Then a title that equals the query adds no score, so that the works of
   * the makers rank first.
   */
  readonly #makersOnly: boolean;
  /** True when the query names a maker. If it names no form, paintings and sculptures then rank before other works. */
  readonly #hasMaker: boolean;
  /** The forms of work that the query names or implies: for "chair", furniture ranks before drawings of chairs. */
  readonly #forms: readonly string[];

  readonly #weights: RankingWeights;
  readonly #order: QueryWordOrderMatcher;
  readonly #avoided: readonly PreparedQueryExclusion[];

  constructor(understood: ParsedQuery, options: SearchOptions) {
    this.#weights = options.weights;
    this.#wordFields = new FieldsByWord();
    this.#units = understood.units.map((unit) => prepareUnit(unit, this.#wordFields));
    this.#order = new QueryWordOrderMatcher(
      options.without.has('phrases') ? [] : understood.units,
      understood.head,
      this.#wordFields,
    );
    this.#avoided = understood.text.avoided.map((one) => prepareExclusion(one, this.#wordFields));
    this.#weight = this.#units.reduce((sum, { unit }) => sum + unit.weight, 0);
    this.#titleWords = new Set(understood.titleWords);
    this.#titleNumbers = [...this.#titleWords].map((word) => this.#wordFields.number(word));
    this.#makersOnly =
      understood.units.length > 0 && understood.units.every(({ kind }) => kind === 'creator');
    this.#forms = formsMeant(understood.units);
    this.#hasMaker = understood.units.some(({ kind }) => kind === 'creator' || kind === 'both');
    this.#wholeTitle = understood.titleWords.join(' ');
    const named = new Set(
      understood.units
        .filter(namesMaker)
        .flatMap(({ alternatives }) => alternatives.flatMap(({ words }) => words)),
    );
    const makers = new Set(
      understood.units
        .filter(({ kind }) => kind === 'creator')
        .flatMap(({ alternatives }) => alternatives.flatMap(({ words }) => words)),
    );
    this.#ownTitleWords = new Set(understood.titleWords.filter((word) => !makers.has(word)));
    this.#ownTitle = understood.titleWords.filter((word) => !named.has(word)).join(' ');
  }

  score(candidate: SearchCandidate): ScoredSearchCandidate {
    this.#wordFields.setText(candidate.text);
    const matches = discountRepeated(this.#units.map((unit) => this.#match(unit)));
    const found = discountCaption(matches, this.#wordFields);
    const weights = this.#weights;
    let fit = 0;
    let covered = 0;
    for (let at = 0; at < found.length; at++) {
      const weight = this.#units[at]?.unit.weight ?? 0;
      const worth = found[at]?.worth ?? 0;
      fit += weight * worth;
      covered += weight * Math.min(1, worth / FULLY_THERE);
    }
    const share = this.#weight === 0 ? 1 : this.#weight;
    const parts = {
      fit: fit / share,
      coverage: covered / share,
      form: this.#form(),
      title: this.#title(),
      phrase: weights.phrase * this.#order.neighbours(this.#wordFields),
      near: weights.near * nearness(found, this.#wordFields),
      head: this.#order.isOfThing(this.#wordFields) ? weights.head : 0,
      quality: (weights.quality * candidate.rank) / 100 - this.#reproduction(),
    };
    const score =
      parts.coverage * weights.coverage +
      parts.fit * (1 - weights.coverage) +
      parts.title +
      parts.phrase +
      parts.near +
      parts.head +
      parts.form +
      parts.quality;
    const isExcluded = parts.title < weights.exactTitle && this.#isExcluded();
    return { candidate, score, found, parts, isExcluded };
  }

  #isExcluded(): boolean {
    return this.#avoided.some((one) => isExcludedBy(one, this.#wordFields));
  }

  #match(prepared: PreparedQueryUnit): BestQueryUnitMatchInRecord | null {
    const direct = matchUnit(prepared, this.#wordFields);
    const { unit } = prepared;
    if (unit.kindOfWork === undefined) return direct;
    return matchKind(unit, unit.kindOfWork, direct, this.#wordFields);
  }

  /** Returns the amount that is subtracted from the score of a reproduction, so that it ranks after original works. */
  #reproduction(): number {
    return this.#wordFields.field(FIELD_AT.medium).includes('reproduction') ? REPRODUCTION : 0;
  }

  #form(): number {
    const form = firstWordOf(this.#wordFields.field(FIELD_AT.form));
    if (this.#forms.length > 0) return this.#forms.includes(form) ? this.#weights.form : 0;
    return this.#hasMaker && MAIN_FORMS.has(form) ? this.#weights.mainForm : 0;
  }

  /**
   * Returns the score that the title adds: most when it equals the query, less when it equals the query without the makers,
   * else in proportion to the share of its words that are in the query.
   */
  #title(): number {
    if (this.#wholeTitle === '' || this.#makersOnly) return 0;
    if (!this.#titleNumbers.some((number) => this.#wordFields.isInTitle(number))) return 0;
    const text = this.#wordFields.field(FIELD_AT.title);
    let best = 0;
    for (const title of text.split(' - ')) {
      if (title === this.#wholeTitle) best = Math.max(best, this.#weights.exactTitle);
      else if (this.#ownTitle !== '' && title === this.#ownTitle)
        best = Math.max(best, this.#weights.ownTitle);
      let words = 0;
      let matching = 0;
      for (let from = 0, to = 0; to !== -1; from = to + 1) {
        to = title.indexOf(' ', from);
        words += 1;
        if (this.#ownTitleWords.has(to === -1 ? title.slice(from) : title.slice(from, to)))
          matching += 1;
      }
      best = Math.max(best, (this.#weights.titlePrecision * matching) / words);
    }
    return best;
  }
}
