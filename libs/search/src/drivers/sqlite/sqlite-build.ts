import type { Clock } from '@bridge/kernel';
import type {
  DocumentBatch,
  NamedEntityWithDocumentCount,
  IndexBuild,
  DocumentPutCounts,
  IndexVocabulary,
} from '../../index-build.ts';
import type { QueryInterpretation } from '../../interpretation.ts';
import type { SearchIndexFindOptions, CandidatesOfIndexVersion } from '../../find-result.ts';
import type { ServingIndexVersionSummary } from '../../index-info.ts';
import { TransferableDocumentList } from '../../packed-documents.ts';
import { documentPages } from './document-pages.ts';
import { findCandidates } from './find-candidates.ts';
import type { SqliteWorker } from './sqlite-worker.ts';

/** A build of a new index version in a SQLite file, which a worker thread writes. */
export class SqliteIndexBuild implements IndexBuild {
  readonly version: string;
  readonly resumed: boolean;
  readonly #worker: SqliteWorker;
  readonly #clock: Clock;
  /**
   * True when the build ended and its worker thread was closed. A further call would start another thread, which would begin a
   * new build.
   */
  #hasEnded = false;

  constructor(worker: SqliteWorker, started: { version: string; resumed: boolean }, clock: Clock) {
    this.#worker = worker;
    this.#clock = clock;
    this.version = started.version;
    this.resumed = started.resumed;
  }

  hashes(): Promise<ReadonlyMap<string, readonly string[]>> {
    return this.#worker.call({ op: 'hashes' });
  }

  put({ documents, ...rest }: DocumentBatch): Promise<DocumentPutCounts> {
    const packed = TransferableDocumentList.of(documents).bytes;
    return this.#worker.call({ op: 'put', batch: { ...rest, packed } }, { moved: [packed.buffer] });
  }

  idsOf(source: string): Promise<readonly string[]> {
    return this.#worker.call({ op: 'idsOf', source });
  }

  remove(ids: readonly string[], blobs: readonly string[] = []): Promise<number> {
    return this.#worker.call({ op: 'remove', ids, blobs });
  }

  checkpoints(): Promise<ReadonlyMap<string, string>> {
    return this.#worker.call({ op: 'checkpoints' });
  }

  vocabulary(): Promise<IndexVocabulary> {
    return this.#worker.call({ op: 'vocabulary' });
  }

  entities(): Promise<readonly NamedEntityWithDocumentCount[]> {
    return this.#worker.call({ op: 'entities' });
  }

  documents(): ReturnType<IndexBuild['documents']> {
    return documentPages(this.#worker);
  }

  find(
    interpretations: readonly QueryInterpretation[],
    options: SearchIndexFindOptions,
  ): Promise<CandidatesOfIndexVersion> {
    return findCandidates(this.#worker, interpretations, options);
  }

  setAttachment(name: string, bytes: Uint8Array): Promise<void> {
    return this.#worker.call({ op: 'setAttachment', name, bytes });
  }

  attachment(name: string): Promise<Uint8Array | null> {
    return this.#worker.call({ op: 'attachment', name });
  }

  digest(): Promise<string> {
    return this.#worker.call({ op: 'digest' });
  }

  async commit(): Promise<ServingIndexVersionSummary> {
    const info = await this.#worker.call<ServingIndexVersionSummary>({
      op: 'commit',
      builtAt: this.#clock.now(),
    });
    await this.#end();
    return info;
  }

  async finish(): Promise<{ readonly info: ServingIndexVersionSummary; readonly file: string }> {
    const done = await this.#worker.call<{ info: ServingIndexVersionSummary; file: string }>({
      op: 'finish',
      builtAt: this.#clock.now(),
    });
    await this.#end();
    return done;
  }

  async abandon(): Promise<void> {
    if (this.#hasEnded) return;
    await this.#worker.call({ op: 'abandon' });
    await this.#end();
  }

  async suspend(): Promise<void> {
    if (this.#hasEnded) return;
    await this.#worker.call({ op: 'suspend' });
    await this.#end();
  }

  async #end(): Promise<void> {
    this.#hasEnded = true;
    await this.#worker.close();
  }
}
