/** Parts of the search that can be switched off one by one, to measure their effect (`archive eval --ablation`). */
export const SEARCH_CLASSES = [
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
  'compounds',
  'scripts',
] as const;
/** The name of one of these parts. `lists`: the hand-written tables of synonyms, movements and styles; `equivalents`, `neighbours`: what the index has learned; `scripts`: names in other scripts. */
export type SearchClass = (typeof SEARCH_CLASSES)[number];

/** The shares of a record's score. */
export interface RankingWeights {
  /** Share of the coverage; the rest is the share of the fit. */
  readonly coverage: number;
  /** A title that is the query. */
  readonly exactTitle: number;
  /** A title that is the query without the makers. */
  readonly ownTitle: number;
  /** A title of words of the query only. */
  readonly titlePrecision: number;
  /** Neighbouring words of the query that are neighbours in the record. */
  readonly phrase: number;
  /** Parts of the query that are near to each other in the title. */
  readonly near: number;
  /** A title whose thing is the thing of the query. */
  readonly head: number;
  /** A record of the highest quality. */
  readonly quality: number;
  /** A record of a form that the query names. */
  readonly form: number;
  /** A painting or sculpture, for a query that names a maker and no form. */
  readonly mainForm: number;
}

/** The weights in use. */
export const RANKING_WEIGHTS: RankingWeights = {
  coverage: 0.6,
  exactTitle: 0.8,
  ownTitle: 0.3,
  titlePrecision: 0.1,
  phrase: 0.06,
  near: 0.05,
  head: 0.03,
  quality: 0.03,
  form: 0.05,
  mainForm: 0.04,
};

/** How an archive searches, where it differs from the product. */
export interface SearchOptions {
  readonly without: ReadonlySet<SearchClass>;
  readonly weights: RankingWeights;
}

/** The options of the product: every class, the weights in use. */
export const ALL_CLASSES: SearchOptions = { without: new Set(), weights: RANKING_WEIGHTS };

/** A configuration that an evaluation compares with the product's. */
export interface SearchConfiguration {
  readonly name: string;
  readonly options: SearchOptions;
}

/** Factors by which each weight is changed in turn. */
const FACTORS = [0.5, 1.5] as const;

/** The product without each of its classes in turn. */
export function ablations(): SearchConfiguration[] {
  return SEARCH_CLASSES.map((name) => ({
    name: `without ${name}`,
    options: { ...ALL_CLASSES, without: new Set([name]) },
  }));
}

/** The product with each of its weights changed in turn. */
export function reweightings(): SearchConfiguration[] {
  return Object.entries(RANKING_WEIGHTS).flatMap(([name, weight]: [string, number]) =>
    FACTORS.map((factor) => ({
      name: `${name} × ${factor}`,
      options: {
        ...ALL_CLASSES,
        weights: { ...RANKING_WEIGHTS, [name]: Math.min(1, weight * factor) },
      },
    })),
  );
}
