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
  SEARCH_FIELDS,
  type SearchDocument,
  type Vocabulary,
} from '../../search-index.ts';
import { keyOf, stored, textOf } from './documents.ts';
import type { Engine } from './engine.ts';
import { findIn } from './find-in.ts';
import { idFilter } from './query.ts';
import { REFERENCES, SIDE } from './settings.ts';
import { type Names, pieces, readSide, type VersionFacts } from './side.ts';

const PAGE = 1_000;
/** Tasks of documents that may wait in the engine's queue. */
const IN_FLIGHT = 2;
const STATE = 'building';
const CHECKPOINTS = 'checkpoints';
/** A build that has not been touched for this long was left behind by a killed import. */
const LEFT_BEHIND_MS = 60_000;
const UNSPOKEN = new Set(['accession', 'time']);

interface State {
  readonly version: string;
  readonly mode: BuildOptions['mode'];
  readonly touchedAt: number;
}

/** A new version in the index `refs-next`; what the engine cannot tell by itself is read from its documents. */
export class MeilisearchBuild implements IndexBuild {
  readonly version: string;
  readonly resumed: boolean;
  readonly #engine: Engine;
  readonly #names: Names;
  readonly #mode: BuildOptions['mode'];
  readonly #previous: IndexInfo | null;
  readonly #clock: Clock;
  readonly #tasks: number[] = [];
  readonly #checkpoints: Map<string, string>;

  private constructor(parts: {
    engine: Engine;
    names: Names;
    state: State;
    resumed: boolean;
    previous: IndexInfo | null;
    clock: Clock;
    checkpoints: Map<string, string>;
  }) {
    this.#engine = parts.engine;
    this.#names = parts.names;
    this.version = parts.state.version;
    this.#mode = parts.state.mode;
    this.resumed = parts.resumed;
    this.#previous = parts.previous;
    this.#clock = parts.clock;
    this.#checkpoints = parts.checkpoints;
  }

  static async begin(
    engine: Engine,
    names: Names,
    options: BuildOptions,
    previous: IndexInfo | null,
    clock: Clock,
  ): Promise<MeilisearchBuild> {
    const left = (await engine.has(names.nextSide))
      ? await readSide(engine, names.nextSide, STATE)
      : null;
    const state = left === null ? null : (JSON.parse(left.toString('utf8')) as State);
    if (state !== null && !options.resume && clock.now() - state.touchedAt < LEFT_BEHIND_MS) {
      throw new SearchFault(
        'building',
        'Another import is running on this index, or was killed a moment ago: wait, or give --resume.',
      );
    }
    if (state !== null && options.resume && state.mode === options.mode) {
      const kept = await readSide(engine, names.nextSide, CHECKPOINTS);
      const checkpoints = new Map(
        kept === null ? [] : (JSON.parse(kept.toString('utf8')) as [string, string][]),
      );
      return new MeilisearchBuild({
        engine,
        names,
        state,
        resumed: true,
        previous,
        clock,
        checkpoints,
      });
    }
    await engine.remove(names.next);
    await engine.remove(names.nextSide);
    // Settings before documents: a change of settings afterwards would index everything again.
    await engine.create(names.next, 'key', REFERENCES);
    await engine.create(names.nextSide, 'key', SIDE);
    const fresh = { version: options.version, mode: options.mode, touchedAt: clock.now() };
    const build = new MeilisearchBuild({
      engine,
      names,
      state: fresh,
      resumed: false,
      previous,
      clock,
      checkpoints: new Map(),
    });
    await build.#touch();
    if (options.mode === 'merge' && previous !== null) await build.#copyServing();
    return build;
  }

  async #touch(): Promise<void> {
    await this.setSide(
      STATE,
      Buffer.from(
        JSON.stringify({ version: this.version, mode: this.#mode, touchedAt: this.#clock.now() }),
      ),
    );
  }

  async #copyServing(): Promise<void> {
    for await (const page of this.#pages(this.#names.serving, ['*']))
      await this.#send(this.#names.next, page);
    for await (const page of this.#pages(this.#names.servingSide, ['*'])) {
      await this.#send(
        this.#names.nextSide,
        page.filter((piece) => piece['name'] !== 'version' && piece['name'] !== STATE),
      );
    }
    await this.#settle(0);
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

  async #send(uid: string, documents: readonly object[]): Promise<void> {
    if (documents.length === 0) return;
    this.#tasks.push(await this.#engine.add(uid, documents));
    await this.#settle(IN_FLIGHT);
  }

  /** Waits until at most so many tasks are under way; the engine works them off in order. */
  async #settle(left: number): Promise<void> {
    while (this.#tasks.length > left) await this.#engine.done(this.#tasks.shift() ?? 0);
  }

  async #stored(ids: readonly string[]): Promise<Map<string, { hash: string; stamp: number }>> {
    await this.#settle(0);
    const found = new Map<string, { hash: string; stamp: number }>();
    for (let at = 0; at < ids.length; at += PAGE) {
      const filter = idFilter(ids.slice(at, at + PAGE));
      const page = await this.#engine.documents(this.#names.next, {
        fields: ['id', 'hash', 'stamp'],
        filter,
        limit: PAGE,
      });
      for (const one of page)
        found.set(String(one['id']), { hash: String(one['hash']), stamp: Number(one['stamp']) });
    }
    return found;
  }

  async hashes(): Promise<ReadonlyMap<string, readonly string[]>> {
    await this.#settle(0);
    const found = new Map<string, string[]>();
    for await (const page of this.#pages(this.#names.next, ['source', 'hash'])) {
      for (const { source, hash } of page) {
        const own = found.get(String(source));
        if (own === undefined) found.set(String(source), [String(hash)]);
        else own.push(String(hash));
      }
    }
    return found;
  }

  async put(batch: Batch): Promise<PutResult> {
    const result = { added: 0, changed: 0, unchanged: 0, kept: 0 };
    const documents = [...batch.documents];
    const old = await this.#stored(documents.map(({ id }) => id));
    const wanted = new Map<string, SearchDocument>();
    for (const document of documents) {
      const before = old.get(document.id);
      if (before?.hash === document.hash) result.unchanged += 1;
      else if (before !== undefined && before.stamp > document.stamp && batch.force !== true)
        result.kept += 1;
      else {
        if (before === undefined && !wanted.has(document.id)) result.added += 1;
        else result.changed += 1;
        wanted.set(document.id, document);
      }
    }
    await this.#send(this.#names.next, [...wanted.values()].map(stored));
    if (batch.checkpoint !== undefined) {
      this.#checkpoints.set(batch.checkpoint.key, batch.checkpoint.value);
      // The queue keeps its order: the checkpoint stands only once the documents before it do.
      await this.setSide(CHECKPOINTS, Buffer.from(JSON.stringify([...this.#checkpoints])));
      await this.#touch();
    }
    return result;
  }

  checkpoints(): Promise<ReadonlyMap<string, string>> {
    return Promise.resolve(this.#checkpoints);
  }

  async #counted(): Promise<{ source: string; documents: number }[]> {
    await this.#settle(0);
    const [answer] = await this.#engine.search([
      { indexUid: this.#names.next, q: '', limit: 0, facets: ['source'] },
    ]);
    const counted = Object.entries(answer?.facetDistribution?.['source'] ?? {});
    return counted
      .map(([source, documents]) => ({ source, documents }))
      .sort((a, b) => b.documents - a.documents || (a.source < b.source ? -1 : 1));
  }

  async vocabulary(): Promise<Vocabulary> {
    await this.#settle(0);
    const counts = new Map<string, Uint32Array>();
    for await (const page of this.#pages(this.#names.next, SEARCH_FIELDS)) {
      for (const document of page) {
        for (const [at, field] of SEARCH_FIELDS.entries()) {
          for (const word of new Set(textOf(document[field]).split(' '))) {
            if (word === '' || word === '-') continue;
            const own = counts.get(word) ?? new Uint32Array(SEARCH_FIELDS.length);
            counts.set(word, own);
            own[at] = (own[at] ?? 0) + 1;
          }
        }
      }
    }
    const spoken = [...counts].filter(([, own]) =>
      own.some((count, at) => count > 0 && !UNSPOKEN.has(SEARCH_FIELDS[at] ?? '')),
    );
    spoken.sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      words: spoken.map(([word]) => word),
      documents: Uint32Array.from(spoken.flatMap(([, own]) => [...own])),
    };
  }

  async entities(): Promise<readonly CountedEntity[]> {
    await this.#settle(0);
    const counts = new Map<string, number>();
    for await (const page of this.#pages(this.#names.next, ['entities'])) {
      for (const { entities } of page) {
        for (const entity of Array.isArray(entities) ? entities.map(String) : [])
          counts.set(entity, (counts.get(entity) ?? 0) + 1);
      }
    }
    return [...counts]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([entity, documents]) => ({ entity, documents }));
  }

  async find(readings: readonly Reading[], options: FindOptions): Promise<Found> {
    await this.#settle(0);
    return await findIn(this.#engine, this.#names.next, this.#names.nextSide, readings, options);
  }

  async setSide(name: string, bytes: Uint8Array): Promise<void> {
    await this.#send(this.#names.nextSide, pieces(name, bytes));
  }

  async side(name: string): Promise<Uint8Array | null> {
    await this.#settle(0);
    return await readSide(this.#engine, this.#names.nextSide, name);
  }

  async digest(): Promise<string> {
    await this.#settle(0);
    const lines: string[] = [];
    for await (const page of this.#pages(this.#names.next, [
      'id',
      'hash',
      'entities',
      'body',
      ...SEARCH_FIELDS,
    ])) {
      for (const document of page) {
        const members = [
          document['id'],
          document['hash'],
          document['entities'],
          document['body'],
          ...SEARCH_FIELDS.map((field) => document[field]),
        ];
        lines.push(
          `${keyOf(String(document['id']))} ${createHash('sha256').update(JSON.stringify(members)).digest('hex')}`,
        );
      }
    }
    return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
  }

  async commit(): Promise<IndexInfo> {
    await this.#settle(0);
    const { serving, servingSide, previous, previousSide, next, nextSide } = this.#names;
    const facts: VersionFacts = {
      version: this.version,
      documents: await this.#engine.count(next),
      builtAt: this.#clock.now(),
      previous: this.#previous?.version ?? null,
    };
    const sources = await this.#counted();
    await this.setSide('version', Buffer.from(JSON.stringify(facts)));
    await this.#settle(0);
    await this.#ensure(serving, servingSide);
    await this.#ensure(previous, previousSide);
    await this.#engine.swap([
      [serving, next],
      [servingSide, nextSide],
    ]);
    // From here on the new version serves; the old one moves from `next` to `previous`.
    await this.#engine.swap([
      [previous, next],
      [previousSide, nextSide],
    ]);
    await this.#drop();
    return { ...facts, sources };
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
    this.#tasks.length = 0;
    await this.#drop();
  }

  async suspend(): Promise<void> {
    await this.#settle(0);
  }
}
