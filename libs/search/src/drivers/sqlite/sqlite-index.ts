import type { Clock } from '@bridge/kernel';
import type {
  Batch,
  BuildOptions,
  CountedEntity,
  FindOptions,
  Found,
  IndexBuild,
  IndexInfo,
  Kept,
  PutResult,
  Reading,
  SearchIndex,
  Vocabulary,
} from '../../search-index.ts';
import { PackedDocuments } from '../../packed-documents.ts';
import { readPointer, versionFile, writeCurrent } from './current.ts';
import { openForReading } from './open-version.ts';
import type { Reserve } from './reserve.ts';
import { openServing } from './serving-version.ts';
import { type PackedFound, unpackFound } from './packed-found.ts';
import { WorkerClient } from './worker-client.ts';

/** A folder with an index, and what serves while nothing in it can be read. */
export interface SqliteSettings {
  readonly folder: string;
  readonly clock: Clock;
  readonly reserve?: Reserve | null;
  /** Receives why not the named version serves, and null once it does. */
  readonly onTrouble?: (trouble: string | null) => void;
}

/** The index in a folder: SQLite FTS5, one file per version, a pointer file that is swapped by a rename. */
export class SqliteIndex implements SearchIndex {
  readonly #folder: string;
  readonly #clock: Clock;
  readonly #reader: WorkerClient;

  constructor({ folder, clock, reserve = null, onTrouble }: SqliteSettings) {
    this.#folder = folder;
    this.#clock = clock;
    this.#reader = new WorkerClient({ role: 'reader', folder, reserve }, onTrouble);
  }

  info(): Promise<IndexInfo | null> {
    return this.#reader.ask({ op: 'info' });
  }

  async find(readings: readonly Reading[], options: FindOptions): Promise<Found> {
    return unpackFound(await this.#reader.ask<PackedFound>({ op: 'find', readings, options }));
  }

  get(ids: readonly string[]): Promise<readonly Kept[]> {
    return this.#reader.ask({ op: 'get', ids });
  }

  bodies(version: string, ids: readonly string[]): Promise<ReadonlyMap<string, string> | null> {
    return this.#reader.ask({ op: 'bodies', version, ids });
  }

  side(name: string): Promise<{ version: string; bytes: Uint8Array } | null> {
    return this.#reader.ask({ op: 'side', name });
  }

  async build(options: BuildOptions): Promise<IndexBuild> {
    const worker = new WorkerClient({ role: 'builder', folder: this.#folder, options });
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
      // The version that serves in place of a damaged one becomes the named one.
      writeCurrent(this.#folder, { version: serving.version, previous: null });
      return true;
    }
    const { version, previous } = pointer.current;
    if (previous === null) return false;
    openForReading(versionFile(this.#folder, previous)).close();
    // The two change places, so that a rollback can be rolled back.
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
  readonly #worker: WorkerClient;
  readonly #clock: Clock;
  #hasEnded = false;

  constructor(worker: WorkerClient, started: { version: string; resumed: boolean }, clock: Clock) {
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

  async vocabulary(): Promise<Vocabulary> {
    const vocabulary = await this.#worker.ask<Vocabulary>({ op: 'vocabulary' });
    // Whoever asks for the words has written all documents: the file is put in order while they are worked with. What
    // goes wrong there goes wrong again in the commit, which tells.
    this.#worker.ask({ op: 'settle' }).catch(() => undefined);
    return vocabulary;
  }

  entities(): Promise<readonly CountedEntity[]> {
    return this.#worker.ask({ op: 'entities' });
  }

  async find(readings: readonly Reading[], options: FindOptions): Promise<Found> {
    return unpackFound(await this.#worker.ask<PackedFound>({ op: 'find', readings, options }));
  }

  setSide(name: string, bytes: Uint8Array): Promise<void> {
    return this.#worker.ask({ op: 'setSide', name, bytes });
  }

  side(name: string): Promise<Uint8Array | null> {
    return this.#worker.ask({ op: 'side', name });
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
    // A finished build is kept as it is.
    if (this.#hasEnded) return;
    await this.#worker.ask({ op: 'suspend' });
    await this.#end();
  }

  async #end(): Promise<void> {
    this.#hasEnded = true;
    await this.#worker.close();
  }
}
