import { type ArchiveRecord, buildStarterIndex, placeFirstArchive } from '@bridge/archive';
import { silentLogger, systemClock } from '@bridge/kernel';
import { openSearch, type SearchIndex } from '@bridge/search';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { ArchiveSearcher, type ArchiveSearchResult } from './search-archive.ts';
import { PRODUCT_SEARCH_OPTIONS, type SwitchableSearchFeatureName } from './search-options.ts';

/** Time limit to open an archive, in ms; it takes a second on an idle machine. */
const OPEN_MS_MAX = 60_000;

/** An archive that the tests of one file search. It is open from the first test to the last one. */
export class TestArchive {
  /** Folder that contains the index and other files of the tests. */
  readonly folder = mkdtempSync(join(tmpdir(), 'bridge-surf-'));
  readonly address = `file:${join(this.folder, 'search')}`;
  readonly #fill: (test: TestArchive) => Promise<void>;
  #index: SearchIndex | null = null;

  private constructor(fill: (test: TestArchive) => Promise<void>) {
    this.#fill = fill;
    beforeAll(async () => {
      await this.#fill(this);
      this.#index ??= openSearch({ address: this.address, clock: systemClock });
    }, OPEN_MS_MAX);
    afterAll(async () => {
      await this.#index?.close();
      rmSync(this.folder, { recursive: true, force: true });
    });
  }

  /** Opens the starter archive that is part of the product. */
  static starter(): TestArchive {
    return new TestArchive(async ({ address }) => {
      await placeFirstArchive({ address, clock: systemClock, log: silentLogger });
    });
  }

  /** Makes an archive that contains these records. */
  static of(records: readonly ArchiveRecord[]): TestArchive {
    return new TestArchive(async (test) => {
      test.#index = openSearch({ address: test.address, clock: systemClock });
      await buildStarterIndex(test.#index, records, systemClock);
    });
  }

  get index(): SearchIndex {
    if (this.#index === null) throw new Error('the archive opens before the first test');
    return this.#index;
  }

  /** Returns an ArchiveSearcher for this archive, with the given parts of the search switched off. */
  archive(...without: SwitchableSearchFeatureName[]): ArchiveSearcher {
    return new ArchiveSearcher(this.index, {
      ...PRODUCT_SEARCH_OPTIONS,
      without: new Set(without),
    });
  }

  search(query: string, limit = 12): Promise<ArchiveSearchResult> {
    return this.archive().search(query, limit);
  }

  /** Returns the hits of a query as texts "form: title", such as "print: The Great Wave". */
  async titles(query: string, limit = 12): Promise<string[]> {
    const records = await this.archive().records(query, limit);
    return records.map(({ form, title }) => `${form}: ${title}`);
  }

  /** Returns the texts of the units (words, names and times) into which a query is split. */
  async units(query: string): Promise<string[]> {
    return (await this.search(query)).understood.units.map(({ text }) => text);
  }
}

/** Makes a record without a maker and a date, unless `facts` contains them. */
export function testRecord(id: string, facts: Partial<ArchiveRecord> = {}): ArchiveRecord {
  return {
    id: `own:${id}`,
    source: 'own',
    sourceId: id,
    title: id,
    titleKind: 'given',
    creators: [],
    date: { text: '', from: null, to: null, certainty: 'none' },
    type: 'IMAGE',
    form: 'print',
    links: {},
    mediaRights: '',
    ...facts,
  };
}
