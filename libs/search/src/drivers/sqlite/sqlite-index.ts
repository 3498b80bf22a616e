import type { Clock } from '@bridge/kernel';
import type { IndexBuildOptions, IndexBuild } from '../../index-build.ts';
import type { QueryInterpretation } from '../../interpretation.ts';
import {
  type HitTotalAndFacetCounts,
  EMPTY_COUNTS,
  type SearchIndexFindOptions,
  type SearchIndexFindResult,
  type SearchCandidateWithBody,
} from '../../find-result.ts';
import type { ServingIndexVersionSummary } from '../../index-info.ts';
import { type DocumentListingEntry, listingInterrupted } from '../../listed-document.ts';
import type { SearchIndex } from '../../search-index.ts';
import { readPointer, versionFile, writeCurrent } from './current.ts';
import { openForReading } from './open-version.ts';
import type { CompressedFallbackIndex } from './reserve.ts';
import { openServing } from './serving-version.ts';
import type { DocumentListingPage } from './protocol.ts';
import { findCandidates } from './find-candidates.ts';
import { SqliteIndexBuild } from './sqlite-build.ts';
import { SqliteWorker } from './sqlite-worker.ts';

/** Folder of a SQLite index, and the reserve index that serves while no version in the folder can be read. */
export interface SqliteSearchIndexSettings {
  readonly folder: string;
  readonly clock: Clock;
  readonly reserve: CompressedFallbackIndex | null;
  /**
   * Called each time the `trouble` of ServingIndexVersionSummary changes: with a sentence about a damaged or missing index file, or with null
   * when the problem has ended.
   */
  readonly onProblem: ((trouble: string | null) => void) | undefined;
}

/**
 * The search index in a folder: one SQLite FTS5 file per version, and the pointer file CURRENT, which names the serving
 * version.
 */
export class SqliteSearchIndex implements SearchIndex {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #reader: SqliteWorker;

  constructor({ folder, clock, reserve, onProblem }: SqliteSearchIndexSettings) {
    this.#folder = folder;
    this.#clock = clock;
    this.#reader = new SqliteWorker({ role: 'reader', folder, reserve }, onProblem);
  }

  info(): Promise<ServingIndexVersionSummary | null> {
    return this.#reader.call({ op: 'info' });
  }

  async find(
    interpretations: readonly QueryInterpretation[],
    options: SearchIndexFindOptions,
  ): Promise<SearchIndexFindResult> {
    const { version, candidates } = await findCandidates(this.#reader, interpretations, options);
    const interpretation = interpretations[candidates[0]?.interpretation ?? -1];
    const count = (): Promise<HitTotalAndFacetCounts | null> =>
      interpretation === undefined
        ? Promise.resolve(EMPTY_COUNTS)
        : this.#reader.call({ op: 'count', version, interpretation });
    return { version, candidates, count };
  }

  get(ids: readonly string[]): Promise<readonly SearchCandidateWithBody[]> {
    return this.#reader.call({ op: 'get', ids });
  }

  bodies(version: string, ids: readonly string[]): Promise<ReadonlyMap<string, string> | null> {
    return this.#reader.call({ op: 'bodies', version, ids });
  }

  async *documents(): AsyncGenerator<readonly DocumentListingEntry[]> {
    let version: string | null = null;
    for (let after = 0; ;) {
      const page: DocumentListingPage | null = await this.#reader.call({
        op: 'page',
        version,
        after,
      });
      if (page === null && version !== null) throw listingInterrupted();
      if (page === null || page.documents.length === 0) return;
      yield page.documents;
      version = page.version;
      after = page.last;
    }
  }

  attachment(name: string): Promise<{ version: string; bytes: Uint8Array } | null> {
    return this.#reader.call({ op: 'attachment', name });
  }

  async build(options: IndexBuildOptions): Promise<IndexBuild> {
    const worker = new SqliteWorker({ role: 'builder', folder: this.#folder, options });
    try {
      const started = await worker.call<{ version: string; resumed: boolean }>({ op: 'started' });
      return new SqliteIndexBuild(worker, started, this.#clock);
    } catch (error) {
      await worker.close();
      throw error;
    }
  }

  async rollback(): Promise<boolean> {
    const pointer = readPointer(this.#folder);
    const serving = openServing(this.#folder);
    serving?.database.close();
    if (serving === null) return false;
    if (pointer.state !== 'named' || pointer.current.version !== serving.version) {
      // The version that the pointer file names cannot be read, and `serving` serves in its place: the pointer file gets the
      // name of `serving`.
      writeCurrent(this.#folder, { version: serving.version, previous: null });
      return true;
    }
    const { version, previous } = pointer.current;
    if (previous === null) return false;
    openForReading(versionFile(this.#folder, previous)).close();
    // Swap the two versions, so that the rollback can be undone.
    writeCurrent(this.#folder, { version: previous, previous: version });
    return true;
  }

  async close(): Promise<void> {
    await this.#reader.close();
  }
}
