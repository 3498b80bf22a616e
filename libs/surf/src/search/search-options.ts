/**
 * Parts of the search that an evaluation switches off one by one to measure their effect (`archive eval --ablation`). `lists`:
 * hand-written tables of synonyms, movements and styles; `equivalents`, `neighbours`, `maker-nations`: relations that the
 * import learned from records; `scripts`: names in other scripts.
 */
const SEARCH_FEATURES = [
  'sentences',
  'nations',
  'kinds',
  'makers',
  'exclusions',
  'rights',
  'times',
  'languages',
  'phrases',
  'lists',
  'equivalents',
  'neighbours',
  'maker-nations',
  'compounds',
  'scripts',
] as const;
/** The name of a part of the search (such as `times`) that an evaluation can switch off. */
export type SwitchableSearchFeatureName = (typeof SEARCH_FEATURES)[number];

/**
 * The weights of the parts of a record's score for a query. Those of coverage and fit add up to 1; every other weight is the
 * maximum that its part adds to the score.
 */
export interface RankingWeights {
  /**
   * Weight of the coverage (share of the query that the record matches, 0 to 1). The fit (mean score of the matches, 0 to 1)
   * has the weight 1 - coverage.
   */
  readonly coverage: number;
  /** Score added for a title that equals the query. */
  readonly exactTitle: number;
  /** Score added for a title that equals the query without the makers. */
  readonly ownTitle: number;
  /**
   * Score added for a title of which all words are in the query; for other titles, this score times the share of their words
   * that are in the query.
   */
  readonly titlePrecision: number;
  /** Maximum score added for words that are adjacent both in the query and in the record. */
  readonly phrase: number;
  /** Maximum score added for query units (words, names) that are close to each other in the title. */
  readonly near: number;
  /** Score added for a title that names the same thing as the query. */
  readonly head: number;
  /**
   * Score added for a record of the highest quality, a number that an import computes from the completeness of the record; less
   * for a lower quality.
   */
  readonly quality: number;
  /** Score added for a record whose form is one that the query names. */
  readonly form: number;
  /** Score added for a painting or sculpture, when the query names a maker and no form. */
  readonly mainForm: number;
}

/** The weights that the product uses. */
const RANKING_WEIGHTS: RankingWeights = {
  coverage: 0.6,
  exactTitle: 0.8,
  ownTitle: 0.3,
  titlePrecision: 0.1,
  phrase: 0.03,
  near: 0.05,
  head: 0.03,
  quality: 0.03,
  form: 0.05,
  mainForm: 0.04,
};

/**
 * Options of a search: the parts that are switched off, and the weights. An evaluation compares searches with different
 * options.
 */
export interface SearchOptions {
  readonly without: ReadonlySet<SwitchableSearchFeatureName>;
  readonly weights: RankingWeights;
}

/** The options of the product: every part switched on, the product's weights. */
export const PRODUCT_SEARCH_OPTIONS: SearchOptions = {
  without: new Set(),
  weights: RANKING_WEIGHTS,
};

/** A named combination of search options that an evaluation compares with the product's. */
export interface NamedSearchOptions {
  readonly name: string;
  readonly options: SearchOptions;
}

/** Factors by which an evaluation multiplies a weight, one weight at a time. */
const FACTORS = [0.5, 1.5] as const;

/**
 * Returns one configuration for each part of the search, in which only this part is switched off. An evaluation compares them.
 */
export function ablations(): NamedSearchOptions[] {
  return SEARCH_FEATURES.map((name) => ({
    name: `without ${name}`,
    options: { ...PRODUCT_SEARCH_OPTIONS, without: new Set([name]) },
  }));
}

/** Returns two configurations for each weight of a score, in which only this weight is changed. An evaluation compares them. */
export function reweightings(): NamedSearchOptions[] {
  return Object.entries(RANKING_WEIGHTS).flatMap(([name, weight]: [string, number]) =>
    FACTORS.map((factor) => ({
      name: `${name} × ${factor}`,
      options: {
        ...PRODUCT_SEARCH_OPTIONS,
        weights: { ...RANKING_WEIGHTS, [name]: Math.min(1, weight * factor) },
      },
    })),
  );
}
