import { afterAll, beforeEach } from 'vitest';
import type { SearchCandidate } from './find-result.ts';
import type { IndexBuild } from './index-build.ts';
import type { QueryInterpretation } from './interpretation.ts';
import { SEARCH_FIELDS, type SearchDocument, type SearchField } from './search-document.ts';
import type { SearchIndex } from './search-index.ts';
import { indexWords } from './text/words.ts';

/** A search engine under test: its index, and a function that opens the same data again. */
export interface SearchIndexUnderTest {
  readonly index: SearchIndex;
  /** Opens the same index again, independently of the first opening. */
  readonly again: () => SearchIndex;
}

/** The members of a test document that a test sets; all others have default values. */
interface TestDocumentOverrides {
  readonly title?: string;
  readonly creator?: string;
  readonly form?: string;
  readonly text?: string;
  readonly source?: string;
  readonly rank?: number;
  readonly years?: readonly [number, number];
  readonly image?: 'yes' | 'no';
  readonly hash?: string;
  readonly stamp?: number;
  readonly entities?: readonly string[];
}

/** Makes a document from the facts that a test needs. */
export function documentOf(id: string, facts: TestDocumentOverrides): SearchDocument {
  const text: Partial<Record<SearchField, string | undefined>> = facts;
  return {
    id,
    rank: facts.rank ?? 50,
    hash: facts.hash ?? `hash of ${id}`,
    stamp: facts.stamp ?? 0,
    fields: SEARCH_FIELDS.map((field) => indexWords(text[field] ?? '').join(' ')),
    facets: {
      type: 'IMAGE',
      source: facts.source ?? 'alpha',
      rights: 'unknown',
      form: facts.form ?? '',
      decade: facts.years === undefined ? '' : `${Math.floor(facts.years[0] / 10) * 10}s`,
      language: '',
      image: facts.image ?? 'no',
      from: facts.years?.[0] ?? null,
      to: facts.years?.[1] ?? null,
    },
    entities: facts.entities ?? [],
    key: `key of ${id}`,
    body: JSON.stringify({ id, title: facts.title ?? '' }),
  };
}

/** Makes the clauses of an interpretation that finds only documents with every word of a text. */
export function words(text: string, fields?: readonly SearchField[]): QueryInterpretation['all'] {
  return indexWords(text).map((word) => ({
    any: [{ words: [word], ...(fields === undefined ? {} : { fields }) }],
  }));
}

/** Options of a search that does not stop before it has 1,000 candidates, more than any test has. */
export const ENOUGH = { enough: 1_000 };
/** Maximum number of candidates that one interpretation of a test query may find. */
export const LIMIT = 100;
/** Returns the sorted ids of candidates. */
export const idsOf = (candidates: readonly SearchCandidate[]): string[] =>
  candidates.map(({ id }) => id).sort();

/** What the tests of a search index share: the engine under test, which the first test opens, and short forms of its calls. */
export interface SearchTestHarness {
  readonly under: SearchIndexUnderTest;
  begin(mode: 'swap' | 'merge', resume?: boolean): Promise<IndexBuild>;
  /** Builds a version that contains only these documents, and makes it serve. */
  fill(documents: readonly SearchDocument[]): Promise<void>;
  /** Returns the sorted ids of all candidates that the interpretations find. */
  find(...interpretations: readonly Partial<QueryInterpretation>[]): Promise<string[]>;
}

/** Registers the hooks that open and close the engine, and returns the SearchTestHarness for the tests. */
export function searchRig(open: () => Promise<SearchIndexUnderTest>): SearchTestHarness {
  let version = 0;
  let opened: SearchIndexUnderTest | null = null;
  // The first test opens the engine in `beforeEach`, so that a missing engine skips all tests.
  beforeEach(async () => void (opened ??= await open()));
  afterAll(() => opened?.index.close());
  const engine = (): SearchIndexUnderTest => opened as SearchIndexUnderTest;

  const begin: SearchTestHarness['begin'] = (mode, resume = false) =>
    engine().index.build({ mode, version: `v${++version}`, resume });
  return {
    get under() {
      return engine();
    },
    begin,
    async fill(documents) {
      const build = await begin('swap');
      await build.put({ documents });
      await build.commit();
    },
    async find(...interpretations) {
      const full = interpretations.map((interpretation) => ({
        all: [],
        limit: LIMIT,
        ...interpretation,
      }));
      return idsOf((await engine().index.find(full, ENOUGH)).candidates);
    },
  };
}
