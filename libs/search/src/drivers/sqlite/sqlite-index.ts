import type { Clock } from '@bridge/kernel';
import type {
  Batch,
  BuildOptions,
  CountedEntity,
  IndexBuild,
  PutResult,
  Vocabulary,
} from '../../index-build.ts';
import type { Interpretation } from '../../interpretation.ts';
import type { FindOptions, FindResult, StoredCandidate } from '../../find-result.ts';
import type { IndexInfo } from '../../index-info.ts';
import type { SearchIndex } from '../../search-index.ts';
import { PackedDocuments } from '../../packed-documents.ts';
import { documentPages } from './document-pages.ts';
import { readPointer, versionFile, writeCurrent } from './current.ts';
import { openForReading } from './open-version.ts';
import type { Reserve } from './reserve.ts';
import { openServing } from './serving-version.ts';
import { type PackedFindResult, unpackFindResult } from './packed-find-result.ts';
import { SqliteWorker } from './sqlite-worker.ts';

/** Settings of an index in a folder. `reserve` serves while no version in the folder can be read. */
export interface SqliteSettings {
  readonly folder: string;
  readonly clock: Clock;
  readonly reserve?: Reserve | null;
  /** Receives the `trouble` of IndexInfo each time it changes. */
  readonly onProblem?: (trouble: string | null) => void;
}

/** The index in a folder: SQLite FTS5, one file per version, a pointer file that a rename replaces. */
export class SqliteIndex implements SearchIndex {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #reader: SqliteWorker;

  constructor({ folder, clock, reserve = null, onProblem }: SqliteSettings) {
    this.#folder = folder;
    this.#clock = clock;
    this.#reader = new SqliteWorker({ role: 'reader', folder, reserve }, onProblem);
  }

  info(): Promise<IndexInfo | null> {
    return this.#reader.ask({ op: 'info' });
  }

  async find(
    interpretations: readonly Interpretation[],
    options: FindOptions,
  ): Promise<FindResult> {
    return unpackFindResult(
      await this.#reader.ask<PackedFindResult>({ op: 'find', interpretations, options }),
    );
  }

  get(ids: readonly string[]): Promise<readonly StoredCandidate[]> {
    return this.#reader.ask({ op: 'get', ids });
  }

  bodies(version: string, ids: readonly string[]): Promise<ReadonlyMap<string, string> | null> {
    return this.#reader.ask({ op: 'bodies', version, ids });
  }

  attachment(name: string): Promise<{ version: string; bytes: Uint8Array } | null> {
    return this.#reader.ask({ op: 'attachment', name });
  }

  async build(options: BuildOptions): Promise<IndexBuild> {
    const worker = new SqliteWorker({ role: 'builder', folder: this.#folder, options });
    try {
      const started = await worker.ask<{ version: string; resumed: boolean }>({ op: 'started' });
      return new SqliteBuild(worker, started, this.#clock);
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
      // The version that serves instead of a damaged one becomes the named version.
      writeCurrent(this.#folder, { version: serving.version, previous: null });
      return true;
    }
    const { version, previous } = pointer.current;
    if (previous === null) return false;
    openForReading(versionFile(this.#folder, previous)).close();
    // The two versions change places, so that a rollback can be rolled back.
    writeCurrent(this.#folder, { version: previous, previous: version });
    return true;
  }

  async close(): Promise<void> {
    await this.#reader.close();
  }
}

class SqliteBuild implements IndexBuild {
  readonly version: string;
  readonly resumed: boolean;
  readonly #worker: SqliteWorker;
  readonly #clock: Clock;
  #hasEnded = false;

  constructor(worker: SqliteWorker, started: { version: string; resumed: boolean }, clock: Clock) {
    this.#worker = worker;
    this.#clock = clock;
    this.version = started.version;
    this.resumed = started.resumed;
  }

  hashes(): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.#worker.ask({ op: 'hashes' });
  }

  put({ documents, ...rest }: Batch): Promise<PutResult> {
    const packed = PackedDocuments.of(documents).bytes;
    return this.#worker.ask({ op: 'put', batch: { ...rest, packed } }, [packed.buffer]);
  }

  checkpoints(): Promise<ReadonlyMap<string, string>> {
    return this.#worker.ask({ op: 'checkpoints' });
  }

  vocabulary(): Promise<Vocabulary> {
    return this.#worker.ask({ op: 'vocabulary' });
  }

  entities(): Promise<readonly CountedEntity[]> {
    return this.#worker.ask({ op: 'entities' });
  }

  documents(): ReturnType<IndexBuild['documents']> {
    return documentPages(this.#worker);
  }

  async find(
    interpretations: readonly Interpretation[],
    options: FindOptions,
  ): Promise<FindResult> {
    return unpackFindResult(
      await this.#worker.ask<PackedFindResult>({ op: 'find', interpretations, options }),
    );
  }

  setAttachment(name: string, bytes: Uint8Array): Promise<void> {
    return this.#worker.ask({ op: 'setAttachment', name, bytes });
  }

  attachment(name: string): Promise<Uint8Array | null> {
    return this.#worker.ask({ op: 'attachment', name });
  }

  digest(): Promise<string> {
    return this.#worker.ask({ op: 'digest' });
  }

  async commit(): Promise<IndexInfo> {
    const info = await this.#worker.ask<IndexInfo>({ op: 'commit', builtAt: this.#clock.now() });
    await this.#worker.close();
    return info;
  }

  async finish(): Promise<{ readonly info: IndexInfo; readonly file: string }> {
    const done = await this.#worker.ask<{ info: IndexInfo; file: string }>({
      op: 'finish',
      builtAt: this.#clock.now(),
    });
    await this.#end();
    return done;
  }

  async abandon(): Promise<void> {
    await this.#worker.ask({ op: 'abandon' });
    await this.#worker.close();
  }

  async suspend(): Promise<void> {
    // A finished build has no worker any more.
    if (this.#hasEnded) return;
    await this.#worker.ask({ op: 'suspend' });
    await this.#end();
  }

  async #end(): Promise<void> {
    this.#hasEnded = true;
    await this.#worker.close();
  }
}
