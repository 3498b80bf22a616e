import { finishBuild, type ImportEnd, type ImportMode, versionName } from '@bridge/archive';
import type { Clock } from '@bridge/kernel';
import { type IndexBuild, type PutResult, SearchFault, type SearchIndex } from '@bridge/search';
import { unpacked } from './wire.ts';

/** How far an import is, as `surf.import_status` says it. */
export interface ImportStatus {
  readonly state: 'none' | 'preparing' | 'running' | 'finishing' | 'serving';
  readonly version: string | null;
  readonly resumed: boolean;
  readonly checkpoints: [string, string][];
  readonly documents: number | null;
}

/** The import that a message means. */
export interface RunName {
  readonly version: string;
  readonly mode: ImportMode;
}

interface BatchIn {
  readonly run: RunName;
  readonly documents: Parameters<IndexBuild['put']>[0]['documents'];
  readonly blob: { readonly name: string; readonly bytes: Uint8Array } | null;
  readonly checkpoint: { readonly key: string; readonly value: string } | null;
  readonly force: boolean;
}

/** Hashes of one answer: about 350 KB. */
const HASHES_MAX = 15_000;
/** Without a call for this long the build is let go, so that another import, or another replica, can take it. */
const IDLE_MS = 60_000;
const NONE: ImportStatus = {
  state: 'none',
  version: null,
  resumed: false,
  checkpoints: [],
  documents: null,
};

/**
 * The service's side of an import that an operator sends over the bus. Nothing of it is only here: batches and
 * checkpoints are in the new version itself, so that any replica can go on, and a killed import is resumed.
 */
export class ImportDesk {
  readonly #index: SearchIndex;
  readonly #clock: Clock;
  #build: IndexBuild | null = null;
  #state: ImportStatus = NONE;
  #fault: SearchFault | null = null;
  #hashes: readonly (readonly [source: string, hash: string])[] | null = null;
  #pieces: string[] = [];
  #working: Promise<void> = Promise.resolve();
  #idle: NodeJS.Timeout | null = null;

  constructor(index: SearchIndex, clock: Clock) {
    this.#index = index;
    this.#clock = clock;
  }

  /** Begins without waiting: a merge copies the whole index first. `status` tells when it runs. */
  async begin(mode: ImportMode, resume: boolean): Promise<true> {
    if (['preparing', 'finishing'].includes(this.#state.state) || (this.#build !== null && !resume))
      throw new SearchFault('building', 'Another import is running; wait, or go on with --resume.');
    await this.#release();
    this.#fault = null;
    this.#state = { ...NONE, state: 'preparing' };
    this.#working = this.#open(mode, resume);
    return true;
  }

  async #open(mode: ImportMode, resume: boolean): Promise<void> {
    try {
      const version = versionName(this.#clock);
      const build = await this.#index.build({ mode, version, resume });
      this.#build = build;
      const checkpoints = [...(await build.checkpoints())];
      const { resumed } = build;
      this.#state = {
        state: 'running',
        version: build.version,
        resumed,
        checkpoints,
        documents: null,
      };
      this.#touch();
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#state = NONE;
    this.#fault =
      error instanceof SearchFault
        ? error
        : new SearchFault('failed', 'The import failed inside the service; its log says more.', {
            cause: error,
          });
  }

  /** Errors: the fault that ended the import, once. */
  status(): Promise<ImportStatus> {
    const fault = this.#fault;
    this.#fault = null;
    return fault === null ? Promise.resolve(this.#state) : Promise.reject(fault);
  }

  /** The build of this version; another replica's is taken over where it stands. */
  async #of({ version, mode }: RunName): Promise<IndexBuild> {
    this.#touch();
    if (this.#build?.version === version) return this.#build;
    if (this.#build !== null) throw new SearchFault('building', 'Another import is running.');
    const build = await this.#index.build({ mode, version, resume: true });
    if (build.resumed && build.version === version) {
      this.#build = build;
      this.#state = { ...NONE, state: 'running', version, resumed: true };
      return build;
    }
    await (build.resumed ? build.suspend() : build.abandon());
    throw new SearchFault('failed', 'This import is known no more; begin again, or with --resume.');
  }

  async hashes(
    run: RunName,
    from: number,
  ): Promise<{ hashes: { source: string; own: string[] }[]; next: number | null }> {
    const build = await this.#of(run);
    this.#hashes ??= [...(await build.hashes())].flatMap(([source, own]) =>
      own.map((hash) => [source, hash] as const),
    );
    const page = new Map<string, string[]>();
    for (const [source, hash] of this.#hashes.slice(from, from + HASHES_MAX))
      page.set(source, [...(page.get(source) ?? []), hash]);
    const next = from + HASHES_MAX < this.#hashes.length ? from + HASHES_MAX : null;
    if (next === null) this.#hashes = null;
    return { hashes: [...page].map(([source, own]) => ({ source, own })), next };
  }

  async put({ run, documents, blob, checkpoint, force }: BatchIn): Promise<PutResult> {
    const build = await this.#of(run);
    return await build.put({
      documents,
      force,
      ...(blob === null ? {} : { blobs: [blob] }),
      ...(checkpoint === null ? {} : { checkpoint }),
    });
  }

  /** Takes a piece of the end; the last one starts the finishing, which `status` tells of. */
  async end(run: RunName, part: number, parts: number, data: string): Promise<true> {
    if (this.#state.state === 'finishing') return true;
    const build = await this.#of(run);
    // Kept beside the new version, because the pieces may come to different replicas.
    await build.setSide(`end-${part}`, Buffer.from(data, 'utf8'));
    if (part < parts - 1) return true;
    const pieces: string[] = [];
    for (let at = 0; at < parts; at++)
      pieces.push(Buffer.from((await build.side(`end-${at}`)) ?? []).toString('utf8'));
    for (let at = 0; at < parts; at++) await build.setSide(`end-${at}`, new Uint8Array());
    this.#pieces = pieces;
    this.#state = { ...this.#state, state: 'finishing' };
    this.#working = this.#finish(build);
    return true;
  }

  async #finish(build: IndexBuild): Promise<void> {
    try {
      const texts: string[] = [];
      for (const piece of this.#pieces) texts.push(JSON.parse(await unpacked(piece)) as string);
      this.#pieces = [];
      // Written by the sending side of this library, whose broker user only an operator has.
      const info = await finishBuild(build, JSON.parse(texts.join('')) as ImportEnd);
      this.#build = null;
      this.#state = { ...NONE, state: 'serving', version: info.version, documents: info.documents };
    } catch (error) {
      this.#build = null;
      await build.suspend().catch(() => undefined);
      this.#fail(error);
    }
  }

  async stop(run: RunName, keep: boolean): Promise<true> {
    const build = await this.#of(run);
    this.#build = null;
    this.#hashes = null;
    this.#state = NONE;
    await (keep ? build.suspend() : build.abandon());
    return true;
  }

  #touch(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = setTimeout(() => void this.#release().catch(() => undefined), IDLE_MS).unref();
  }

  async #release(): Promise<void> {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    if (this.#build === null || this.#state.state === 'finishing') return;
    const build = this.#build;
    this.#build = null;
    this.#hashes = null;
    this.#state = NONE;
    await build.suspend();
  }

  /** Waits for what is under way and keeps an open import for `--resume`. */
  async close(): Promise<void> {
    await this.#working;
    await this.#release();
  }
}
