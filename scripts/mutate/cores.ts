/** A part of the product without side effects, with the tests that must detect each mutant of it. */
export interface MutationTestTarget {
  readonly name: string;
  /** What the code of the core module decides, as a text for the help of `npm run mutate`. */
  readonly decides: string;
  /** Folder of the library below the repository root. */
  readonly project: string;
  /** Glob patterns of the sources, relative to the library's folder. Tests and fixtures are excluded. */
  readonly sources: readonly string[];
  /** Texts that select the test files of the core module: the path of a file must contain one of them. */
  readonly tests: readonly string[];
  /**
   * True when a source caches results between calls. A surviving mutant is then tested again in a new thread, without cached
   * results.
   */
  readonly remembers?: true;
}

/** The core modules that `npm run mutate` tests. */
export const CORES: readonly MutationTestTarget[] = [
  {
    name: 'patch',
    decides: 'what a patch changes, and what a refused one explains',
    project: 'libs/builder',
    sources: ['src/patch/*.ts'],
    tests: ['src/patch/'],
  },
  {
    name: 'json',
    decides: 'which bytes are a JSON text that the gateway reads',
    project: 'libs/gateway',
    sources: ['src/read/{scan-json,parse-json}.ts'],
    tests: ['src/read/parse-json.test', 'src/read/scan-json'],
  },
  {
    name: 'names',
    decides: "how much of a client's own names a refusal repeats",
    project: 'libs/kernel',
    sources: ['src/cut-name.ts'],
    tests: ['src/cut-name'],
  },
  {
    name: 'fingerprint',
    decides: 'whether two calls are the same call',
    project: 'libs/contracts',
    sources: ['src/fingerprint.ts'],
    tests: ['src/fingerprint'],
  },
  {
    name: 'idempotency',
    decides: 'what a used idempotency key means for the next call',
    project: 'libs/db',
    sources: ['src/effect/idempotency.ts'],
    tests: ['src/effect/idempotency', 'src/effect/expiry'],
  },
  {
    name: 'rates',
    decides: 'whether a call passes its rate, and when the next one will',
    project: 'libs/gateway',
    sources: ['src/admission/{rate-buckets,rate-limiter,share-debits}.ts'],
    tests: ['src/admission/rate'],
  },
  {
    name: 'budget',
    decides: 'whether there is memory for a body',
    project: 'libs/gateway',
    sources: ['src/admission/body-budget.ts'],
    tests: ['src/admission/body-budget'],
  },
  {
    name: 'admission',
    decides: 'which call gets a slot, which one waits, and which one is shed',
    project: 'libs/gateway',
    sources: ['src/admission/{admission-queue,slot-pool}.ts'],
    tests: ['src/admission/admission-queue', 'src/admission/slot-pool'],
  },
  {
    name: 'dates',
    decides: 'the years of a date text, and the name and people of a creator',
    project: 'libs/archive',
    sources: ['src/record/{dates,names}.ts'],
    tests: ['src/record/dates', 'src/record/names'],
    remembers: true,
  },
  {
    name: 'css',
    decides: 'which addresses a style sheet loads',
    project: 'libs/publisher',
    sources: ['src/verdict/css/*.ts'],
    tests: ['src/verdict/references.test', 'src/verdict/analyse.test', 'src/verdict/css'],
  },
  {
    name: 'verdict',
    decides: 'what an address of a page, and all of them together, mean for its publication',
    project: 'libs/publisher',
    sources: ['src/verdict/model/*.ts'],
    tests: [
      ...['src/verdict/references.test', 'src/verdict/analyse.test', 'src/verdict/warnings.test'],
      ...['src/verdict/properties.test', 'src/verdict/model'],
    ],
  },
  {
    name: 'query',
    decides: 'what the words of a search mean',
    project: 'libs/surf',
    sources: ['src/search/request/{query-text,filters}.ts', 'src/search/terms/times.ts'],
    tests: ['src/search/request/query-text', 'src/search/terms/times'],
  },
];
