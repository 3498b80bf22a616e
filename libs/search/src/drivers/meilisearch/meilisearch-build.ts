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
import { StoredDocumentRegistry } from '../../known-documents.ts';
import type { MeilisearchIndexNames } from './attachments.ts';
import { IndexBuildWordCounter } from './build-words.ts';
import { commitNext, removeNext } from './commit.ts';
import { copyServing } from './copy-version.ts';
import { keyOf, meilisearchDocument } from './documents.ts';
import type { MeilisearchClient } from './engine.ts';
import { findIn } from './find-in.ts';
import { digestIndex, indexedWords, readKnown } from './index-pages.ts';
import { type IndexBuildStateAndCheckpoints, storeBuild, STORE_STATE_MS } from './left-build.ts';
import { NextVersionAttachmentSender } from './next-attachments.ts';
import { MeilisearchDocumentSender } from './payload-sender.ts';
import type { WordAndNamedEntityCounts } from './word-counts.ts';

/** Builds a new version in the Meilisearch index `refs-next` (ADR 014). Sends documents in large payloads without waiting. */
export class MeilisearchIndexBuild implements IndexBuild {
  readonly version: string;
  readonly resumed: boolean;
  readonly #engine: MeilisearchClient;
  readonly #names: MeilisearchIndexNames;
  readonly #clock: Clock;
  readonly #documents: MeilisearchDocumentSender;
  readonly #attachments: NextVersionAttachmentSender;
  readonly #start: IndexBuildStateAndCheckpoints;
  readonly #known = new StoredDocumentRegistry();
  #state: IndexBuildStateAndCheckpoints['state'];
  #stateStoredAt: number;
  readonly #words: IndexBuildWordCounter;

  private constructor(
    engine: MeilisearchClient,
    names: MeilisearchIndexNames,
    clock: Clock,
    start: IndexBuildStateAndCheckpoints,
  ) {
    this.#engine = engine;
    this.#names = names;
    this.#clock = clock;
    this.version = start.state.version;
    this.#state = start.state;
    this.resumed = start.resumed;
    this.#start = start;
    this.#documents = new MeilisearchDocumentSender(engine, names.next);
    this.#stateStoredAt = clock.monotonic();
    const isNew = !start.resumed && start.state.isCopied;
    this.#attachments = new NextVersionAttachmentSender(engine, names.nextAttachments, isNew);
    this.#words = new IndexBuildWordCounter(isNew);
  }

  static async begin(
    engine: MeilisearchClient,
    names: MeilisearchIndexNames,
    start: IndexBuildStateAndCheckpoints,
    clock: Clock,
  ): Promise<MeilisearchIndexBuild> {
    const build = new MeilisearchIndexBuild(engine, names, clock, start);
    // The first state is stored now, so that the next process can recognise a build that is killed at once.
    if (!start.resumed) await build.suspend();
    if (start.resumed || !start.state.isCopied)
      await readKnown(build.#known, engine, start.state.isCopied ? names.next : names.serving);
    return build;
  }

  /** Stores the state of the build, and the last checkpoint (progress of the import) up to which documents are indexed. */
  async #storeState(): Promise<void> {
    this.#stateStoredAt = this.#clock.monotonic();
    this.#state = { ...this.#state, touchedAt: this.#clock.now() };
    await storeBuild(this.#attachments, this.#state, this.#documents);
  }

  /** Copies the serving version into a `merge` build, once, when the first document differs: most imports change nothing. */
  async #copyServing(): Promise<void> {
    if (this.#state.isCopied) return;
    await copyServing(this.#engine, this.#names, this.#documents, this.#attachments);
    this.#state = { ...this.#state, isCopied: true };
    await this.#storeState();
  }

  /** Resolves when Meilisearch has indexed all documents added so far. */
  async #indexAll(): Promise<void> {
    await this.#copyServing();
    await this.#documents.flush();
  }

  hashes(): Promise<ReadonlyMap<string, readonly string[]>> {
    return Promise.resolve(this.#known.hashes());
  }

  async put({ documents, force = false, checkpoint }: DocumentBatch): Promise<DocumentPutCounts> {
    const result = { added: 0, changed: 0, unchanged: 0, kept: 0 };
    for (const document of documents) {
      const outcome = this.#known.compare(document, force);
      result[outcome] += 1;
      if (outcome === 'unchanged' || outcome === 'kept') continue;
      await this.#copyServing();
      this.#words.add(document, outcome);
      this.#known.add(document);
      await this.#documents.add(meilisearchDocument(document));
    }
    if (checkpoint !== undefined) {
      this.#start.checkpoints.set(checkpoint.key, checkpoint.value);
      this.#documents.setCheckpoint(JSON.stringify([...this.#start.checkpoints]));
    }
    if (this.#clock.monotonic() - this.#stateStoredAt >= STORE_STATE_MS) await this.#storeState();
    return result;
  }

  idsOf(source: string): Promise<readonly string[]> {
    return Promise.resolve(this.#known.idsOf(source));
  }

  async remove(ids: readonly string[]): Promise<number> {
    const stored = ids.filter((id) => this.#known.remove(id));
    if (stored.length > 0) await this.#indexAll();
    await this.#engine.removeDocuments(this.#names.next, stored.map(keyOf));
    this.#words.remove();
    return stored.length;
  }

  checkpoints(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(this.#start.checkpoints);
  }

  #statistics(): Promise<WordAndNamedEntityCounts> {
    return this.#words.statistics(this.#engine, this.#names.next, () => this.#indexAll());
  }

  async vocabulary(): Promise<IndexVocabulary> {
    return (await this.#statistics()).vocabulary;
  }

  async entities(): Promise<readonly NamedEntityWithDocumentCount[]> {
    return (await this.#statistics()).entities;
  }

  async *documents(): ReturnType<IndexBuild['documents']> {
    await this.#indexAll();
    yield* indexedWords(this.#engine, this.#names.next);
  }

  async find(
    interpretations: readonly QueryInterpretation[],
    options: SearchIndexFindOptions,
  ): Promise<CandidatesOfIndexVersion> {
    await this.#indexAll();
    const { next, nextAttachments } = this.#names;
    return await findIn(this.#engine, next, nextAttachments, interpretations, options);
  }

  async setAttachment(name: string, bytes: Uint8Array): Promise<void> {
    await this.#copyServing();
    await this.#attachments.set(name, bytes);
  }

  async attachment(name: string): Promise<Uint8Array | null> {
    return await this.#copyServing().then(() => this.#attachments.get(name));
  }

  async digest(): Promise<string> {
    await this.#indexAll();
    return await digestIndex(this.#engine, this.#names.next);
  }

  finish(): Promise<null> {
    return Promise.resolve(null);
  }

  async commit(): Promise<ServingIndexVersionSummary> {
    await this.#indexAll();
    return await commitNext(this.#engine, this.#names, this.#attachments, {
      version: this.version,
      builtAt: this.#clock.now(),
      previous: this.#start.previous?.version ?? null,
    });
  }

  async abandon(): Promise<void> {
    this.#documents.drop();
    this.#attachments.drop();
    await removeNext(this.#engine, this.#names);
  }

  async suspend(): Promise<void> {
    await this.#documents.flush();
    await this.#storeState();
    await this.#attachments.flush();
  }
}
