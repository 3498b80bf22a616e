import type { Clock } from '@bridge/kernel';
import { basename } from 'node:path';
import type { Source } from '../sources/source.ts';
import {
  BATCH_CHARS_MAX,
  BATCH_RECORDS_MAX,
  type BatchTools,
  type Owned,
  prepareBatch,
  writeBatch,
} from './batch.ts';
import { fingerprintOf } from './files.ts';
import type { ImportOptions } from './import-archive.ts';
import type { Item } from './item.ts';
import { type OpenFile, openFile } from './open-file.ts';
import type { RunState } from './run-state.ts';
import { ownerOf } from './sniff.ts';
import type { ImportRun } from './target.ts';

const PROGRESS_MS = 500;
const CANARY_EVERY = 9_973;
const MS_PER_DAY = 86_400_000;

interface FileDeps {
  readonly options: ImportOptions;
  readonly source: Source | undefined;
  readonly run: ImportRun | null;
  readonly state: RunState;
  readonly clock: Clock;
  /** Sources of which the index held records when the run began. */
  readonly held: ReadonlySet<string>;
  /** Checkpoints of a killed run: file key → records written. */
  readonly done: ReadonlyMap<string, string>;
}

/** One file on its way into the index. */
export class FileImport {
  readonly #path: string;
  readonly #name: string;
  readonly #deps: FileDeps;
  #batch: Owned[] = [];
  #chars = 0;
  #taken = 0;
  #bad = 0;
  #mapped = 0;
  #pending: Promise<unknown> = Promise.resolve();
  #told: number;

  constructor(path: string, deps: FileDeps) {
    this.#path = path;
    this.#name = basename(path);
    this.#deps = deps;
    this.#told = deps.clock.monotonic();
  }

  async read(): Promise<void> {
    const { source, state, clock } = this.#deps;
    const started = clock.monotonic();
    const file = await openFile(
      this.#path,
      source === undefined ? undefined : { kind: 'references', sources: [source] },
    );
    try {
      const { sha256, bytes } = await fingerprintOf(this.#path);
      const name =
        file.content.kind === 'names'
          ? file.content.authority.name
          : file.content.sources.map((one) => one.name).join('+');
      state.tell({
        event: 'file',
        file: this.#name,
        source: name,
        format: file.format.kind,
        bytes,
      });
      if (file.content.kind === 'names') await this.#readNames(file, file.content.authority.name);
      else await this.#readRecords(file, sha256, bytes, file.content.sources);
      const dataset =
        file.content.kind === 'names'
          ? file.content.authority.dataset
          : (file.content.sources[0]?.dataset ?? '');
      state.files.push({
        name: this.#name,
        sha256,
        source: name,
        dataset,
        read: this.#taken,
        bad: this.#bad,
        at: clock.now(),
      });
    } finally {
      file.close();
    }
    if (file.content.kind === 'references') {
      const seconds = (clock.monotonic() - started) / 1000;
      const owner = file.content.sources[0];
      if (owner !== undefined) state.summaryOf(owner.name).seconds += seconds;
      Object.assign(
        owner === undefined ? {} : state.summaryOf(owner.name).cleaned,
        Object.fromEntries(state.cleaner.counts),
      );
    }
  }

  async #readNames(file: OpenFile, table: string): Promise<void> {
    const { state } = this.#deps;
    if (file.content.kind !== 'names') return;
    for await (const { raw } of file.items) {
      this.#taken += 1;
      const named = raw === null ? null : file.content.authority.read(raw);
      if (named !== null) state.spelling(table, named.key, named.spelling);
      else this.#bad += 1;
    }
  }

  async #readRecords(
    file: OpenFile,
    sha256: string,
    bytes: number,
    sources: readonly Source[],
  ): Promise<void> {
    const { options, done, state } = this.#deps;
    const key = `file:${sha256}`;
    const skip = Number(done.get(key) ?? 0);
    if (skip > 0) state.tell({ event: 'resumed', file: this.#name, records: skip });
    for await (const item of file.items) {
      if (options.limit !== undefined && this.#taken >= options.limit) break;
      this.#taken += 1;
      this.#take(item, sources, this.#taken <= skip);
      if (this.#batch.length >= BATCH_RECORDS_MAX || this.#chars >= BATCH_CHARS_MAX)
        await this.#flush(key);
      this.#progress(file, bytes, sources);
    }
    await this.#flush(key);
    await this.#pending;
  }

  #take(item: Item, sources: readonly Source[], done: boolean): void {
    const { state } = this.#deps;
    const owner = item.raw === null ? sources[0] : ownerOf(item.raw, sources);
    const name = owner?.name ?? sources[0]?.name ?? 'unknown';
    state.summaryOf(name).read += 1;
    if (item.problem !== undefined) return this.#reject(item, name, item.problem);
    if (owner === undefined) return this.#reject(item, name, 'not_this_source');
    if (done) {
      state.summaryOf(name).unchanged += 1;
      return;
    }
    this.#batch.push({ item, source: owner });
    this.#chars += item.text.length;
  }

  #reject(item: Item, source: string, reason: Parameters<RunState['bad']>[3]): void {
    this.#bad += 1;
    this.#deps.state.bad(this.#name, item, source, reason);
  }

  /** Maps the batch while the one before it is being written; never more than two are in memory. */
  async #flush(key: string): Promise<void> {
    if (this.#batch.length === 0) return;
    const batch = this.#batch;
    this.#batch = [];
    this.#chars = 0;
    const checkpoint = { key, value: String(this.#taken) };
    const prepared = await prepareBatch(batch, this.#tools());
    for (const { id, body } of prepared.documents) {
      this.#mapped += 1;
      if (this.#mapped % CANARY_EVERY !== 1) continue;
      const { title } = JSON.parse(body) as { title: string };
      this.#deps.state.canary({ id, title });
    }
    await this.#pending;
    this.#pending = writeBatch(prepared, checkpoint, this.#tools());
    // Its failure is told where it is awaited.
    this.#pending.catch(() => undefined);
  }

  #tools(): BatchTools {
    const { options, run, state, clock } = this.#deps;
    const day = options.date ?? /\d{4}-\d{2}-\d{2}/.exec(this.#name)?.[0] ?? '1970-01-01';
    return {
      run,
      cleaner: state.cleaner,
      yearMax: new Date(clock.now()).getUTCFullYear() + 1,
      // A file that does not say how old it is counts as oldest, so that it never replaces one that does.
      stamp: Math.floor(Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY) || 0,
      force: options.force === true,
      isNew: (source) => !this.#deps.held.has(source),
      onBad: (item, source, reason) => this.#reject(item, source, reason),
      summaryOf: (source) => state.summaryOf(source),
    };
  }

  #progress(file: OpenFile, bytes: number, sources: readonly Source[]): void {
    const { clock, state } = this.#deps;
    const now = clock.monotonic();
    if (now - this.#told < PROGRESS_MS) return;
    this.#told = now;
    const share = bytes === 0 ? 1 : Math.min(1, file.taken() / bytes);
    const perSecond = this.#taken / Math.max(0.001, state.seconds());
    const expected = Math.round(this.#taken / Math.max(share, 0.001));
    state.tell({
      event: 'progress',
      source: sources.map(({ name }) => name).join('+'),
      read: this.#taken,
      expected,
      percent: Math.round(share * 100),
      perSecond: Math.round(perSecond),
      bad: this.#bad,
      etaSeconds: Math.round((expected - this.#taken) / Math.max(1, perSecond)),
    });
  }
}
