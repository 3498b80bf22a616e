import type { Clock } from '@bridge/kernel';
import { SearchEngineError } from '../../search-engine-error.ts';
import type { IndexBuildOptions, IndexBuild } from '../../index-build.ts';
import type { QueryInterpretation } from '../../interpretation.ts';
import type {
  SearchIndexFindOptions,
  SearchIndexFindResult,
  SearchCandidateWithBody,
} from '../../find-result.ts';
import type { ServingIndexVersionSummary } from '../../index-info.ts';
import { type DocumentListingEntry, listingInterrupted } from '../../listed-document.ts';
import type { SearchIndex } from '../../search-index.ts';
import { LISTED_MEMBERS, listedDocumentOf, storedCandidateOf } from './documents.ts';
import { MeilisearchClient, type MeilisearchConnection } from './engine.ts';
import { MeilisearchIndexBuild } from './meilisearch-build.ts';
import { bodiesIn, emptyFindResult, findIn, sourcesOf } from './find-in.ts';
import { finishCommit } from './commit.ts';
import { startBuild } from './left-build.ts';
import { indexPages } from './index-pages.ts';
import { idFilter } from './query.ts';
import {
  type MeilisearchIndexNames,
  namesOf,
  readVersionFacts,
  readAttachment,
} from './attachments.ts';
import { swapIndexes } from './swap.ts';

/** Server, clock and index name prefix of an archive in Meilisearch. */
export interface MeilisearchDriverSettings extends MeilisearchConnection {
  readonly clock: Clock;
  /** Prefix of the Meilisearch index names; default `refs`. */
  readonly prefix?: string;
}

/**
 * The search index of an archive in Meilisearch: `refs` is the serving version, `refs-prev` the previous one, `refs-next` the
 * build, each with a second Meilisearch index for attachments (stored bytes). One task swaps both; a later call completes a
 * killed commit.
 */
export class MeilisearchSearchIndex implements SearchIndex {
  readonly #engine: MeilisearchClient;
  readonly #clock: Clock;
  readonly #names: MeilisearchIndexNames;

  constructor({ clock, prefix, ...engine }: MeilisearchDriverSettings) {
    this.#engine = new MeilisearchClient(engine);
    this.#clock = clock;
    this.#names = namesOf(prefix ?? 'refs');
  }

  async info(): Promise<ServingIndexVersionSummary | null> {
    const facts = await readVersionFacts(this.#engine, this.#names.servingAttachments);
    if (facts === null) return null;
    return {
      version: facts.version,
      documents: facts.documents,
      builtAt: facts.builtAt,
      previous: facts.previous,
      trouble: null,
      sources: await sourcesOf(this.#engine, this.#names.serving),
    };
  }

  async find(
    interpretations: readonly QueryInterpretation[],
    options: SearchIndexFindOptions,
  ): Promise<SearchIndexFindResult> {
    try {
      return await findIn(
        this.#engine,
        this.#names.serving,
        this.#names.servingAttachments,
        interpretations,
        options,
      );
    } catch (error) {
      if (error instanceof SearchEngineError && error.reason === 'no_index')
        return emptyFindResult('');
      throw error;
    }
  }

  async get(ids: readonly string[]): Promise<readonly SearchCandidateWithBody[]> {
    if (ids.length === 0) return [];
    const query = {
      indexUid: this.#names.serving,
      q: '',
      filter: [idFilter(ids)],
      limit: ids.length,
    };
    try {
      const [answer] = await this.#engine.search([query]);
      return (answer?.hits ?? []).map(storedCandidateOf);
    } catch (error) {
      if (error instanceof SearchEngineError && error.reason === 'no_index') return [];
      throw error;
    }
  }

  async bodies(
    version: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string> | null> {
    const { serving, servingAttachments } = this.#names;
    try {
      const found = await bodiesIn(this.#engine, serving, servingAttachments, ids);
      return found.version === version ? found.bodies : null;
    } catch (error) {
      if (error instanceof SearchEngineError && error.reason === 'no_index') return null;
      throw error;
    }
  }

  async *documents(): AsyncGenerator<readonly DocumentListingEntry[]> {
    const { serving, servingAttachments } = this.#names;
    const version = (await readVersionFacts(this.#engine, servingAttachments))?.version;
    if (version === undefined) return;
    for await (const page of indexPages(this.#engine, serving, LISTED_MEMBERS)) {
      // The version is checked after the page was read, because another version may have begun to serve during the read.
      const now = await readVersionFacts(this.#engine, servingAttachments);
      if (now?.version !== version) throw listingInterrupted();
      yield page.map(listedDocumentOf);
    }
  }

  async attachment(name: string): Promise<{ version: string; bytes: Uint8Array } | null> {
    const facts = await readVersionFacts(this.#engine, this.#names.servingAttachments);
    if (facts === null) return null;
    const bytes = await readAttachment(this.#engine, this.#names.servingAttachments, name);
    return bytes === null ? null : { version: facts.version, bytes };
  }

  async build(options: IndexBuildOptions): Promise<IndexBuild> {
    const info = (): Promise<ServingIndexVersionSummary | null> => this.info();
    const start = await startBuild(this.#engine, this.#names, options, info, this.#clock);
    return await MeilisearchIndexBuild.begin(this.#engine, this.#names, start, this.#clock);
  }

  async rollback(): Promise<boolean> {
    const { serving, servingAttachments, previous, previousAttachments } = this.#names;
    await finishCommit(this.#engine, this.#names);
    // After the first import there is no previous version: its index is empty.
    const facts = await readVersionFacts(this.#engine, previousAttachments);
    if (facts === null) return false;
    await swapIndexes(
      this.#engine,
      [
        [serving, previous],
        [servingAttachments, previousAttachments],
      ],
      { attachmentsUid: servingAttachments, version: facts.version },
    );
    return true;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
