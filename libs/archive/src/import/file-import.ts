import type { Clock } from '@bridge/kernel';
import { PackedDocuments } from '@bridge/search';
import { basename } from 'node:path';
import type { Source } from '../sources/source.ts';
import { countPut } from './count-put.ts';
import { fingerprintOf } from './files.ts';
import type { ImportOptions } from './import-options.ts';
import type { MappedBatch } from './mapping-protocol.ts';
import type { Mapping } from './mapping.ts';
import { type OpenFile, itemsOf, openFile } from './open-file.ts';
import type { Piece } from './piece.ts';
import type { RunState } from './run-state.ts';
import type { StoredTexts } from './stored-texts.ts';
import type { ImportRun } from './target.ts';
import type { TextBatch } from './text-batch.ts';

const PROGRESS_MS = 500;
const MS_PER_DAY = 86_400_000;
/** Batches between reading and the index at a time: two are mapped, one waits, one is written. */
const UNDER_WAY_MAX = 4;

interface FileDeps {
  readonly options: ImportOptions;
  readonly source: Source | undefined;
  readonly run: ImportRun | null;
  readonly mapping: Mapping;
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
  #batch: TextBatch;
  /** Records of each source in it, read so far: one form of record can be two collections'. */
  readonly #read = new Map<string, number>();
  #taken = 0;
  #bad = 0;
  /** Batches that are mapped and written, each once the one before it is. */
  readonly #underWay: Promise<void>[] = [];
  #told: number;

  constructor(path: string, deps: FileDeps) {
    this.#path = path;
    this.#name = basename(path);
    this.#deps = deps;
    this.#told = deps.clock.monotonic();
    const day = deps.options.date ?? /\d{4}-\d{2}-\d{2}/.exec(this.#name)?.[0] ?? '1970-01-01';
    // A file that does not say how old it is counts as oldest, so that it never replaces one that does.
    this.#stamp = Math.floor(Date.parse(`${day}T00:00:00Z`) / MS_PER_DAY) || 0;
    this.#batch = deps.mapping.batch(this.#stamp);
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
    const seconds = (clock.monotonic() - started) / 1000;
    for (const [owner, read] of this.#read)
      state.summaryOf(owner).seconds += (seconds * read) / this.#taken;
  }

  async #readNames(file: OpenFile, table: string): Promise<void> {
    const { state } = this.#deps;
    if (file.content.kind !== 'names') return;
    for await (const { raw } of itemsOf(file)) {
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
    const { options, done, state, mapping } = this.#deps;
    const key = `file:${sha256}`;
    const skip = Number(done.get(key) ?? 0);
    if (skip > 0) state.tell({ event: 'resumed', file: this.#name, records: skip });
    mapping.open({
      sources: sources.map(({ name }) => name),
      mapping: options.mapping ?? null,
      parser: file.parser,
      stamp: this.#stamp,
    });
    const limit = options.limit ?? Number.POSITIVE_INFINITY;
    try {
      for await (const run of file.pieces) {
        for (const piece of run) {
          if (this.#taken >= limit) break;
          this.#taken += 1;
          this.#take(piece, this.#taken <= skip);
          if (this.#batch.full) await this.#send(key);
        }
        if (this.#taken >= limit) break;
        this.#progress(file, bytes, sources);
      }
      await this.#send(key);
    } finally {
      // Also when the file turns out to be none: what was sent is written before anything else is.
      await Promise.all(this.#underWay);
    }
  }

  #take(piece: Piece, done: boolean): void {
    const { state, stored } = this.#deps;
    const hash = this.#batch.write(piece);
    const known = piece.problem === undefined ? stored.sourceOf(hash) : null;
    if (known === null) {
      this.#batch.keep(piece);
      if (done) this.#batch.done = this.#batch.length;
      return;
    }
    const summary = state.summaryOf(known);
    this.#readMore(known, 1);
    summary.read += 1;
    summary.unchanged += 1;
  }

  /** Has the batch mapped and written while the next one is read. */
  async #send(key: string): Promise<void> {
    const batch = this.#batch;
    if (batch.length === 0) return;
    this.#batch = this.#deps.mapping.batch(this.#stamp);
    const checkpoint = { key, value: String(this.#taken) };
    const before = this.#underWay.at(-1);
    const mapped = this.#deps.mapping.map(batch.packed);
    const written = this.#written(before, mapped, batch, checkpoint);
    // Its failure is told where it is awaited.
    written.catch(() => undefined);
    this.#underWay.push(written);
    while (this.#underWay.length >= UNDER_WAY_MAX) {
      await this.#underWay[0];
      void this.#underWay.shift();
    }
  }

  async #written(
    before: Promise<void> | undefined,
    mapping: Promise<MappedBatch>,
    batch: TextBatch,
    checkpoint: { readonly key: string; readonly value: string },
  ): Promise<void> {
    const [mapped] = await Promise.all([mapping, before]);
    const { run, state, options } = this.#deps;
    this.#count(mapped, batch);
    const sources = new Map([...mapped.tallies].map(([name, { documents }]) => [name, documents]));
    const documents = PackedDocuments.from(mapped.documents);
    if (documents.length === 0) return;
    const added = { added: documents.length, changed: 0, unchanged: 0, kept: 0 };
    const name = `original/${checkpoint.key}/${checkpoint.value}`;
    const blobs = [{ name, bytes: mapped.originals }];
    const result =
      (await run?.put({ documents, blobs, checkpoint, force: options.force === true })) ?? added;
    countPut(result, sources, (source) => state.summaryOf(source));
  }

  #count({ tallies, rejected, canaries, cleaned, changes }: MappedBatch, batch: TextBatch): void {
    const { state } = this.#deps;
    for (const [source, tally] of tallies) {
      const summary = state.summaryOf(source);
      this.#readMore(source, tally.read);
      summary.read += tally.read;
      summary.unchanged += tally.done;
      summary.withImage += tally.withImage;
      summary.withYears += tally.withYears;
      summary.withFreeMedia += tally.withFreeMedia;
    }
    this.#bad += rejected.length;
    for (const { at, source, reason, text } of rejected) {
      const [place, offset] = [batch.places[at] ?? '', batch.offsets[at] ?? 0];
      state.bad({ file: this.#name, place, offset, reason, text }, source);
    }
    for (const canary of canaries) state.canary(canary);
    const [owner] = [...tallies].sort(([, a], [, b]) => b.read - a.read)[0] ?? [];
    if (owner !== undefined) state.cleaned(cleaned, owner);
    state.show(changes, this.#deps.options.showChanges ?? 0);
  }

  #readMore(source: string, records: number): void {
    this.#read.set(source, (this.#read.get(source) ?? 0) + records);
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
