import type { Clock } from '@bridge/kernel';
import { SearchFault } from '../../search-fault.ts';
import type {
  BuildOptions,
  FindOptions,
  Found,
  IndexBuild,
  IndexInfo,
  Kept,
  Reading,
  SearchIndex,
} from '../../search-index.ts';
import { keptOf } from './documents.ts';
import { Engine, type EngineSettings } from './engine.ts';
import { MeilisearchBuild } from './meilisearch-build.ts';
import { bodiesIn, findIn, nothing, sourcesOf } from './find-in.ts';
import { finishCommit } from './left-build.ts';
import { idFilter } from './query.ts';
import { type Names, namesOf, readFacts, readSide } from './side.ts';

/** Where the engine is, its key, and what the names of its indexes begin with. */
export interface MeilisearchSettings extends EngineSettings {
  readonly clock: Clock;
  /** `refs` unless given; a test has its own. */
  readonly prefix?: string;
}

/**
 * The index in a Meilisearch engine: `refs` serves, `refs-prev` is the one before, `refs-next` the one being built, each
 * with a second index beside it for what is stored with a version. A commit swaps both in one task; what it has left to do
 * after a kill is done by the next build or rollback.
 */
export class MeilisearchIndex implements SearchIndex {
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #names: Names;

  constructor({ clock, prefix, ...engine }: MeilisearchSettings) {
    this.#engine = new Engine(engine);
    this.#clock = clock;
    this.#names = namesOf(prefix ?? 'refs');
  }

  async info(): Promise<IndexInfo | null> {
    const facts = await readFacts(this.#engine, this.#names.servingSide);
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

  async find(readings: readonly Reading[], options: FindOptions): Promise<Found> {
    try {
      return await findIn(
        this.#engine,
        this.#names.serving,
        this.#names.servingSide,
        readings,
        options,
      );
    } catch (error) {
      if (error instanceof SearchFault && error.reason === 'no_index') return nothing('');
      throw error;
    }
  }

  async get(ids: readonly string[]): Promise<readonly Kept[]> {
    if (ids.length === 0) return [];
    const query = {
      indexUid: this.#names.serving,
      q: '',
      filter: [idFilter(ids)],
      limit: ids.length,
    };
    try {
      const [answer] = await this.#engine.search([query]);
      return (answer?.hits ?? []).map(keptOf);
    } catch (error) {
      if (error instanceof SearchFault && error.reason === 'no_index') return [];
      throw error;
    }
  }

  async bodies(
    version: string,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, string> | null> {
    const { serving, servingSide } = this.#names;
    try {
      const found = await bodiesIn(this.#engine, serving, servingSide, ids);
      return found.version === version ? found.bodies : null;
    } catch (error) {
      if (error instanceof SearchFault && error.reason === 'no_index') return null;
      throw error;
    }
  }

  async side(name: string): Promise<{ version: string; bytes: Uint8Array } | null> {
    const facts = await readFacts(this.#engine, this.#names.servingSide);
    if (facts === null) return null;
    const bytes = await readSide(this.#engine, this.#names.servingSide, name);
    return bytes === null ? null : { version: facts.version, bytes };
  }

  async build(options: BuildOptions): Promise<IndexBuild> {
    return await MeilisearchBuild.begin(
      this.#engine,
      this.#names,
      options,
      () => this.info(),
      this.#clock,
    );
  }

  async rollback(): Promise<boolean> {
    const { serving, servingSide, previous, previousSide } = this.#names;
    await finishCommit(this.#engine, this.#names);
    // An archive of one version has an empty index as the one before: there is nothing to go back to.
    if ((await readFacts(this.#engine, previousSide)) === null) return false;
    await this.#engine.swap([
      [serving, previous],
      [servingSide, previousSide],
    ]);
    return true;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
