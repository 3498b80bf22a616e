import type { Clock } from '@bridge/kernel';
import { createHash } from 'node:crypto';
import { SearchFault } from '../../search-fault.ts';
import {
  type Batch,
  type BuildOptions,
  type CountedEntity,
  type FindOptions,
  type Found,
  type IndexBuild,
  type IndexInfo,
  type PutResult,
  type Reading,
  type Vocabulary,
} from '../../search-index.ts';
import { SEARCH_FIELDS } from '../../search-document.ts';
import { facetName, keyOf, stored, textOf } from './documents.ts';
import type { Engine } from './engine.ts';
import { findIn, sourcesOf } from './find-in.ts';
import { type BuildState, finishCommit, readLeftBuild, STATE } from './left-build.ts';
import { Sender } from './sender.ts';
import { REFERENCES, SIDE } from './settings.ts';
import { type Names, pieces, readSide, type VersionFacts } from './side.ts';
import { WordCounts, type Words } from './word-counts.ts';

const PAGE = 1_000;
const SOURCE = facetName('source');
const CHECKPOINTS = 'checkpoints';
/** What a version says of its own making: the next one does not take it over. */
const OF_ONE_BUILD: ReadonlySet<string> = new Set(['version', STATE, CHECKPOINTS]);
/** How often a build says that it lives and how far it has come: each time costs the engine a second (measured). */
const KEEP_MS = 60_000;
/**
 * A build that has not been touched for this long was left behind by a killed import. What it says waits in the engine's
 * queue, behind a batch that may take minutes.
 */
const LEFT_BEHIND_MS = 5 * KEEP_MS;

/** What tells whether a document is stored already. */
interface Known {
  readonly source: string;
  readonly hash: string;
  readonly stamp: number;
}

/**
 * A new version in the index `refs-next`. Documents are gathered into large payloads, and what is stored is known here
 * and not asked for, so that the engine is never waited for between two batches. A checkpoint is written once the engine
 * has indexed all before it. What the engine cannot tell by itself is read from its documents.
 */
export class MeilisearchBuild implements IndexBuild {
  readonly version: string;
  readonly resumed: boolean;
  readonly #engine: Engine;
  readonly #names: Names;
  readonly #previous: IndexInfo | null;
  readonly #clock: Clock;
  readonly #documents: Sender;
  readonly #side: Sender;
  readonly #checkpoints: Map<string, string>;
  readonly #known = new Map<string, Known>();
  #state: BuildState;
  #keptAt: number;
  /** Counts of all documents of the new version; null once they must be read from the engine. */
  #counts: WordCounts | null;
  #words: Words | null = null;
  /** What was put beside the documents, where the build began with nothing: elsewhere the engine knows more. */
  readonly #beside: Map<string, Uint8Array> | null;

  private constructor(parts: {
    engine: Engine;
    names: Names;
    state: BuildState;
    resumed: boolean;
    previous: IndexInfo | null;
    clock: Clock;
    checkpoints: Map<string, string>;
  }) {
    this.#engine = parts.engine;
    this.#names = parts.names;
    this.version = parts.state.version;
    this.#state = parts.state;
    this.resumed = parts.resumed;
    this.#previous = parts.previous;
    this.#clock = parts.clock;
    this.#checkpoints = parts.checkpoints;
    this.#documents = new Sender(parts.engine, parts.names.next);
    this.#side = new Sender(parts.engine, parts.names.nextSide);
    this.#keptAt = parts.clock.monotonic();
    const isNew = !parts.resumed && parts.state.isCopied;
    this.#counts = isNew ? new WordCounts() : null;
    this.#beside = isNew ? new Map() : null;
  }

  static async begin(
    engine: Engine,
    names: Names,
    options: BuildOptions,
    info: () => Promise<IndexInfo | null>,
    clock: Clock,
  ): Promise<MeilisearchBuild> {
    let previous = await info();
    const left = await readLeftBuild(engine, names);
    if (left !== null && !options.resume && clock.now() - left.touchedAt < LEFT_BEHIND_MS) {
      throw new SearchFault(
        'building',
        'Another import is running on this index, or was killed less than five minutes ago: wait, or give --resume.',
      );
    }
    const state = left?.resumable ?? null;
    if (left !== null && state === null) {
      await finishCommit(engine, names);
      previous = await info();
    }
    const parts = { engine, names, previous, clock };
    if (state !== null && options.resume && state.mode === options.mode) {
      const kept = await readSide(engine, names.nextSide, CHECKPOINTS);
      const checkpoints = new Map(
        kept === null ? [] : (JSON.parse(kept.toString('utf8')) as [string, string][]),
      );
      const build = new MeilisearchBuild({ ...parts, state, resumed: true, checkpoints });
      await build.#learn(state.isCopied ? names.next : names.serving);
      return build;
    }
    await engine.remove(names.next);
    await engine.remove(names.nextSide);
    // Settings before documents: a change of settings afterwards would index everything again.
    await engine.create(names.next, 'key', REFERENCES);
    await engine.create(names.nextSide, 'key', SIDE);
    const isCopied = options.mode === 'swap' || previous === null;
    const { version, mode } = options;
    const fresh = { version, mode, touchedAt: clock.now(), isCopied };
    const checkpoints = new Map<string, string>();
    const build = new MeilisearchBuild({ ...parts, state: fresh, resumed: false, checkpoints });
    await build.#keep();
    await build.#side.flush();
    if (!isCopied) await build.#learn(names.serving);
    return build;
  }

  /** Reads what an index holds already. */
  async #learn(uid: string): Promise<void> {
    for await (const page of this.#pages(uid, ['id', SOURCE, 'hash', 'stamp'])) {
      for (const document of page) {
        const [source, hash] = [textOf(document[SOURCE]), textOf(document['hash'])];
        this.#known.set(textOf(document['id']), { source, hash, stamp: Number(document['stamp']) });
      }
    }
  }

  /** Writes that this build lives, and the last place before which everything is indexed. */
  async #keep(): Promise<void> {
    this.#keptAt = this.#clock.monotonic();
    this.#state = { ...this.#state, touchedAt: this.#clock.now() };
    await this.#sideOf(STATE, Buffer.from(JSON.stringify(this.#state)));
    const reached = this.#documents.reached();
    if (reached !== null) await this.#sideOf(CHECKPOINTS, Buffer.from(reached));
    // Waiting for it would mean waiting for all documents before it, while nothing is sent.
    await this.#side.hand();
  }

  async #sideOf(name: string, bytes: Uint8Array): Promise<void> {
    for (const piece of pieces(name, bytes)) await this.#side.add(piece);
  }

  /** The serving version is copied only once something differs from it: most imports of the same files change nothing. */
  async #copied(): Promise<void> {
    if (this.#state.isCopied) return;
    for await (const page of this.#pages(this.#names.serving, ['*']))
      for (const document of page) await this.#documents.add(document);
    for await (const page of this.#pages(this.#names.servingSide, ['*'])) {
      for (const piece of page)
        if (!OF_ONE_BUILD.has(textOf(piece['name']))) await this.#side.add(piece);
    }
    await this.#documents.flush();
    this.#state = { ...this.#state, isCopied: true };
    await this.#keep();
  }

  /** All documents so far stand in the engine. */
  async #indexed(): Promise<void> {
    await this.#copied();
    await this.#documents.flush();
  }

  async *#pages(
    uid: string,
    fields: readonly string[],
  ): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
    for (let offset = 0; ; offset += PAGE) {
      const page = await this.#engine.documents(uid, { fields, offset, limit: PAGE });
      if (page.length > 0) yield page;
      if (page.length < PAGE) return;
    }
  }

  hashes(): Promise<ReadonlyMap<string, readonly string[]>> {
    const found = new Map<string, string[]>();
    for (const { source, hash } of this.#known.values()) {
      const own = found.get(source);
      if (own === undefined) found.set(source, [hash]);
      else own.push(hash);
    }
    return Promise.resolve(found);
  }

  async put(batch: Batch): Promise<PutResult> {
    const result = { added: 0, changed: 0, unchanged: 0, kept: 0 };
    for (const document of batch.documents) {
      const { id, hash, stamp } = document;
      const before = this.#known.get(id);
      if (before?.hash === hash) result.unchanged += 1;
      else if (before !== undefined && before.stamp > stamp && batch.force !== true)
        result.kept += 1;
      else {
        if (before === undefined) result.added += 1;
        else result.changed += 1;
        await this.#copied();
        this.#words = null;
        // What a replaced document counted for is known to the engine only.
        if (before === undefined) this.#counts?.add(document.fields, document.entities);
        else this.#counts = null;
        this.#known.set(id, { source: document.facets.source, hash, stamp });
        await this.#documents.add(stored(document));
      }
    }
    if (batch.checkpoint !== undefined) {
      this.#checkpoints.set(batch.checkpoint.key, batch.checkpoint.value);
      this.#documents.mark(JSON.stringify([...this.#checkpoints]));
    }
    if (this.#clock.monotonic() - this.#keptAt >= KEEP_MS) await this.#keep();
    return result;
  }

  checkpoints(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(this.#checkpoints);
  }

  async #read(): Promise<Words> {
    this.#words ??= (this.#counts ?? (await this.#counted())).words();
    return this.#words;
  }

  /** Counts what stands in the engine. */
  async #counted(): Promise<WordCounts> {
    await this.#indexed();
    const counts = new WordCounts();
    for await (const page of this.#pages(this.#names.next, [...SEARCH_FIELDS, 'entities'])) {
      for (const document of page) {
        const entities = document['entities'];
        counts.add(
          SEARCH_FIELDS.map((field) => textOf(document[field])),
          Array.isArray(entities) ? entities.map(String) : [],
        );
      }
    }
    return counts;
  }

  async vocabulary(): Promise<Vocabulary> {
    return (await this.#read()).vocabulary;
  }

  async entities(): Promise<readonly CountedEntity[]> {
    return (await this.#read()).entities;
  }

  async find(readings: readonly Reading[], options: FindOptions): Promise<Found> {
    await this.#indexed();
    return await findIn(this.#engine, this.#names.next, this.#names.nextSide, readings, options);
  }

  async setSide(name: string, bytes: Uint8Array): Promise<void> {
    await this.#copied();
    this.#beside?.set(name, bytes);
    await this.#sideOf(name, bytes);
  }

  async side(name: string): Promise<Uint8Array | null> {
    if (this.#beside !== null) return this.#beside.get(name) ?? null;
    await this.#copied();
    await this.#side.flush();
    return await readSide(this.#engine, this.#names.nextSide, name);
  }

  async digest(): Promise<string> {
    await this.#indexed();
    const lines: string[] = [];
    const fields = ['id', 'hash', 'order', 'entities', 'body', ...SEARCH_FIELDS];
    for await (const page of this.#pages(this.#names.next, fields)) {
      for (const document of page) {
        const members = fields.map((field) => document[field]);
        lines.push(
          `${keyOf(String(document['id']))} ${createHash('sha256').update(JSON.stringify(members)).digest('hex')}`,
        );
      }
    }
    return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
  }

  /** The engine holds the index: there is no file to take elsewhere. */
  async finish(): Promise<null> {
    return null;
  }

  async commit(): Promise<IndexInfo> {
    await this.#indexed();
    const { serving, servingSide, previous, previousSide, next, nextSide } = this.#names;
    const facts: VersionFacts = {
      version: this.version,
      documents: await this.#engine.count(next),
      builtAt: this.#clock.now(),
      previous: this.#previous?.version ?? null,
    };
    const sources = await sourcesOf(this.#engine, next);
    await this.#sideOf('version', Buffer.from(JSON.stringify(facts)));
    await this.#side.flush();
    await this.#ensure(serving, servingSide);
    await this.#ensure(previous, previousSide);
    await this.#engine.swap([
      [serving, next],
      [servingSide, nextSide],
    ]);
    // From here on the new version serves. The engine refuses an index in two pairs of one task, so the old version moves
    // from `next` to `previous` in a second one; `finishCommit` makes up for it when this process ends in between.
    await this.#engine.swap([
      [previous, next],
      [previousSide, nextSide],
    ]);
    await this.#drop();
    return { ...facts, trouble: null, sources };
  }

  async #ensure(uid: string, sideUid: string): Promise<void> {
    if (!(await this.#engine.has(uid))) await this.#engine.create(uid, 'key', REFERENCES);
    if (!(await this.#engine.has(sideUid))) await this.#engine.create(sideUid, 'key', SIDE);
  }

  async #drop(): Promise<void> {
    await this.#engine.remove(this.#names.next);
    await this.#engine.remove(this.#names.nextSide);
  }

  async abandon(): Promise<void> {
    this.#documents.drop();
    this.#side.drop();
    await this.#drop();
  }

  async suspend(): Promise<void> {
    await this.#documents.flush();
    await this.#keep();
    await this.#side.flush();
  }
}
