import type { Clock } from '@bridge/kernel';
import type { PutResult } from '@bridge/search';
import { basename } from 'node:path';
import type { Source } from '../sources/source.ts';
import { localId } from '../record/make-record.ts';
import { rightsOf } from '../record/rights.ts';
import { searchDocument } from '../record/search-document.ts';
import { countPut, DocumentBatch } from './batch.ts';
import { fingerprintOf } from './files.ts';
import type { ImportOptions } from './import-archive.ts';
import type { Item } from './item.ts';
import { type OpenFile, openFile } from './open-file.ts';
import type { RunState } from './run-state.ts';
import { ownerOf } from './sniff.ts';
import type { StoredTexts } from './stored-texts.ts';
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
  /** What the index held when the run began. */
  readonly stored: StoredTexts;
  /** Checkpoints of a killed run: file key → records written. */
  readonly done: ReadonlyMap<string, string>;
}

/** One file on its way into the index. */
export class FileImport {
  readonly #path: string;
  readonly #name: string;
  readonly #deps: FileDeps;
  readonly #stamp: number;
  readonly #yearMax: number;
  #batch = new DocumentBatch();
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
    const day = deps.options.date ?? /\d{4}-\d{2}-\d{2}/.exec(this.#name)?.[0] ?? '1970-01-01';
    // A file that does not say how old it is counts as oldest, so that it never replaces one that does.
    this.#stamp = Math.floor(Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY) || 0;
    this.#yearMax = new Date(deps.clock.now()).getUTCFullYear() + 1;
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
    const { options, done, state, stored } = this.#deps;
    const key = `file:${sha256}`;
    const skip = Number(done.get(key) ?? 0);
    if (skip > 0) state.tell({ event: 'resumed', file: this.#name, records: skip });
    if (!stored.empty) file.known.sourceOf = (text) => stored.sourceOf(text, this.#stamp);
    for await (const item of file.items) {
      if (options.limit !== undefined && this.#taken >= options.limit) break;
      this.#taken += 1;
      this.#take(item, sources, this.#taken <= skip);
      if (this.#batch.full) await this.#flush(key);
      this.#progress(file, bytes, sources);
    }
    await this.#flush(key);
    await this.#pending;
  }

  #take(item: Item, sources: readonly Source[], done: boolean): void {
    const { state } = this.#deps;
    const owner = item.raw === null ? sources[0] : ownerOf(item.raw, sources);
    const name = item.known ?? owner?.name ?? sources[0]?.name ?? 'unknown';
    const summary = state.summaryOf(name);
    summary.read += 1;
    if (item.known !== undefined) summary.unchanged += 1;
    else if (item.problem !== undefined) this.#reject(item, name, item.problem);
    else if (owner === undefined) this.#reject(item, name, 'not_this_source');
    else if (done) summary.unchanged += 1;
    else this.#map(item, owner);
  }

  #reject(item: Item, source: string, reason: Parameters<RunState['bad']>[3]): void {
    this.#bad += 1;
    this.#deps.state.bad(this.#name, item, source, reason);
  }

  /** One record as a document. At once, while it is young: a collector of garbage then never copies it. */
  #map(item: Item, source: Source): void {
    const { state, stored } = this.#deps;
    const raw = item.raw ?? {};
    if (localId(source.idOf(raw)) === '') return this.#reject(item, source.name, 'no_id');
    const record = source.map(raw, { cleaner: state.cleaner, yearMax: this.#yearMax });
    if (typeof record === 'string') return this.#reject(item, source.name, record);
    const summary = state.summaryOf(source.name);
    if (record.links.image !== undefined) summary.withImage += 1;
    if (record.date.from !== null) summary.withYears += 1;
    if (rightsOf(record.mediaRights).category === 'open') summary.withFreeMedia += 1;
    this.#mapped += 1;
    if (this.#mapped % CANARY_EVERY === 1) state.canary({ id: record.id, title: record.title });
    const hash = stored.hashOf(item.text, this.#stamp);
    const stamp = source.changedOn?.(raw) ?? this.#stamp;
    this.#batch.add(searchDocument(record, hash, stamp), item.text);
  }

  /** Writes the batch while the next one is read; never more than two are in memory. */
  async #flush(key: string): Promise<void> {
    const batch = this.#batch;
    if (batch.documents.length === 0) return;
    this.#batch = new DocumentBatch();
    const { run, state, options } = this.#deps;
    const count = (result: PutResult): void =>
      countPut(result, batch.sources, (source) => state.summaryOf(source));
    if (run === null) {
      count({ added: batch.documents.length, changed: 0, unchanged: 0, kept: 0 });
      return;
    }
    const packed = await batch.packed({ key, value: String(this.#taken) });
    await this.#pending;
    this.#pending = run.put({ ...packed, force: options.force === true }).then(count);
    // Its failure is told where it is awaited.
    this.#pending.catch(() => undefined);
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
