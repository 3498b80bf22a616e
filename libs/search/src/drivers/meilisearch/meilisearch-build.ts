import type { Clock } from '@bridge/kernel';
import type { Batch, CountedEntity, IndexBuild, PutResult, Vocabulary } from '../../index-build.ts';
import type { Interpretation } from '../../interpretation.ts';
import type { FindOptions, FindResult } from '../../find-result.ts';
import type { IndexInfo } from '../../index-info.ts';
import { type IndexNames, VERSION_FACTS, type VersionFacts } from './attachments.ts';
import { BuildWords } from './build-words.ts';
import { removeNext, serveNext } from './commit.ts';
import { copyServing } from './copy-version.ts';
import { storedDocument } from './documents.ts';
import type { Engine } from './engine.ts';
import { findIn, sourcesOf } from './find-in.ts';
import { digestIndex, indexedWords } from './index-pages.ts';
import { KnownDocuments } from './known-documents.ts';
import {
  type BuildStart,
  type BuildState,
  CHECKPOINTS,
  STATE,
  STORE_STATE_MS,
} from './left-build.ts';
import { NextAttachments } from './next-attachments.ts';
import { PayloadSender } from './payload-sender.ts';
import type { WordStatistics } from './word-counts.ts';

/**
 * A new version in the index `refs-next` (ADR 014). Documents are sent in large payloads and the engine is not waited for
 * between two batches. A checkpoint is stored once the engine has indexed all documents before it.
 */
export class MeilisearchBuild implements IndexBuild {
  readonly version: string;
  readonly resumed: boolean;
  readonly #engine: Engine;
  readonly #names: IndexNames;
  readonly #previous: IndexInfo | null;
  readonly #clock: Clock;
  readonly #documents: PayloadSender;
  readonly #attachments: NextAttachments;
  readonly #checkpoints: Map<string, string>;
  readonly #known = new KnownDocuments();
  #state: BuildState;
  #stateStoredAt: number;
  readonly #words: BuildWords;

  private constructor(engine: Engine, names: IndexNames, clock: Clock, start: BuildStart) {
    this.#engine = engine;
    this.#names = names;
    this.#clock = clock;
    this.version = start.state.version;
    this.#state = start.state;
    this.resumed = start.resumed;
    this.#previous = start.previous;
    this.#checkpoints = start.checkpoints;
    this.#documents = new PayloadSender(engine, names.next);
    this.#stateStoredAt = clock.monotonic();
    const isNew = !start.resumed && start.state.isCopied;
    this.#attachments = new NextAttachments(engine, names.nextAttachments, isNew);
    this.#words = new BuildWords(isNew);
  }

  static async begin(
    engine: Engine,
    names: IndexNames,
    start: BuildStart,
    clock: Clock,
  ): Promise<MeilisearchBuild> {
    const build = new MeilisearchBuild(engine, names, clock, start);
    if (!start.resumed) {
      await build.#storeState();
      await build.#attachments.flush();
    }
    if (start.resumed || !start.state.isCopied)
      await build.#known.read(engine, start.state.isCopied ? names.next : names.serving);
    return build;
  }

  /** Stores the state, and the last checkpoint before which everything is indexed. */
  async #storeState(): Promise<void> {
    this.#stateStoredAt = this.#clock.monotonic();
    this.#state = { ...this.#state, touchedAt: this.#clock.now() };
    await this.#attachments.set(STATE, Buffer.from(JSON.stringify(this.#state)));
    const checkpoints = this.#documents.indexedCheckpoint();
    if (checkpoints !== null) await this.#attachments.set(CHECKPOINTS, Buffer.from(checkpoints));
    await this.#attachments.send();
  }

  /** Copies the serving version for a merge. Called once a document differs: most imports of the same files change nothing. */
  async #copyServing(): Promise<void> {
    if (this.#state.isCopied) return;
    await copyServing(this.#engine, this.#names, this.#documents, this.#attachments);
    this.#state = { ...this.#state, isCopied: true };
    await this.#storeState();
  }

  /** Resolves once the engine has indexed all documents so far. */
  async #indexAll(): Promise<void> {
    await this.#copyServing();
    await this.#documents.flush();
  }

  hashes(): Promise<ReadonlyMap<string, readonly string[]>> {
    return Promise.resolve(this.#known.hashes());
  }

  async put({ documents, force = false, checkpoint }: Batch): Promise<PutResult> {
    const result = { added: 0, changed: 0, unchanged: 0, kept: 0 };
    for (const document of documents) {
      const outcome = this.#known.compare(document, force);
      result[outcome] += 1;
      if (outcome === 'unchanged' || outcome === 'kept') continue;
      await this.#copyServing();
      this.#words.add(document, outcome);
      this.#known.add(document);
      await this.#documents.add(storedDocument(document));
    }
    if (checkpoint !== undefined) {
      this.#checkpoints.set(checkpoint.key, checkpoint.value);
      this.#documents.setCheckpoint(JSON.stringify([...this.#checkpoints]));
    }
    if (this.#clock.monotonic() - this.#stateStoredAt >= STORE_STATE_MS) await this.#storeState();
    return result;
  }

  checkpoints(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(this.#checkpoints);
  }

  #statistics(): Promise<WordStatistics> {
    return this.#words.statistics(this.#engine, this.#names.next, () => this.#indexAll());
  }

  async vocabulary(): Promise<Vocabulary> {
    return (await this.#statistics()).vocabulary;
  }

  async entities(): Promise<readonly CountedEntity[]> {
    return (await this.#statistics()).entities;
  }

  async *documents(): ReturnType<IndexBuild['documents']> {
    await this.#indexAll();
    yield* indexedWords(this.#engine, this.#names.next);
  }

  async find(
    interpretations: readonly Interpretation[],
    options: FindOptions,
  ): Promise<FindResult> {
    await this.#indexAll();
    const { next, nextAttachments } = this.#names;
    return await findIn(this.#engine, next, nextAttachments, interpretations, options);
  }

  async setAttachment(name: string, bytes: Uint8Array): Promise<void> {
    await this.#copyServing();
    await this.#attachments.set(name, bytes);
  }

  async attachment(name: string): Promise<Uint8Array | null> {
    await this.#copyServing();
    return await this.#attachments.get(name);
  }

  async digest(): Promise<string> {
    await this.#indexAll();
    return await digestIndex(this.#engine, this.#names.next);
  }

  finish(): Promise<null> {
    return Promise.resolve(null);
  }

  async commit(): Promise<IndexInfo> {
    await this.#indexAll();
    const { next } = this.#names;
    const facts: VersionFacts = {
      version: this.version,
      documents: await this.#engine.count(next),
      builtAt: this.#clock.now(),
      previous: this.#previous?.version ?? null,
    };
    const sources = await sourcesOf(this.#engine, next);
    await this.#attachments.set(VERSION_FACTS, Buffer.from(JSON.stringify(facts)));
    await this.#attachments.flush();
    await serveNext(this.#engine, this.#names);
    return { ...facts, trouble: null, sources };
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
