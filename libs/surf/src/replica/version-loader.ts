import { readPointer, serveVersion, type VersionPointer } from '@bridge/archive';
import type { BlobStore } from '@bridge/blobs';
import type { Clock, Logger } from '@bridge/kernel';
import { isBridgeError } from '@bridge/kernel';
import {
  type ServingIndexVersionSummary,
  SearchEngineError,
  type SearchIndex,
  type IndexVersionsFolder,
} from '@bridge/search';

/**
 * Minimum time before a version that could not be loaded is tried again, ms. A hint (a message about a new version) causes an
 * attempt at once.
 */
const RETRY_MS = 30_000;

/** The dependencies of an IndexVersionLoader, which loads the archive version that the blob store names. */
export interface IndexVersionLoaderDeps {
  readonly index: SearchIndex;
  readonly folder: IndexVersionsFolder;
  readonly store: BlobStore;
  readonly clock: Clock;
  readonly log: Logger;
}

/**
 * Keeps the index folder of a replica (process of surf) at the version that the pointer in the blob store names. The old
 * version serves until the new one is loaded completely, and also while the store is unavailable or the new index is missing,
 * damaged or larger than the free disk space.
 */
export class IndexVersionLoader {
  readonly #deps: IndexVersionLoaderDeps;
  #checking: Promise<void> | null = null;
  #again = false;
  #failed: { readonly version: string; readonly at: number; readonly sentence: string } | null =
    null;

  constructor(deps: IndexVersionLoaderDeps) {
    this.#deps = deps;
  }

  /**
   * Sentence for the operator that says why the last attempt to load the version failed; null when it succeeded or none was
   * made.
   */
  get trouble(): string | null {
    return this.#failed?.sentence ?? null;
  }

  /**
   * Loads the version that the pointer in the blob store names, unless it failed less than RETRY_MS ago. `hinted`: a hint
   * reports a new version, so a failed version is also retried. Never throws.
   */
  check(hinted = false): Promise<void> {
    if (hinted) {
      this.#failed = null;
      // The check in progress may have read the pointer before it named the new version, so another check follows.
      this.#again = this.#checking !== null;
    }
    return (this.#checking ??= this.#checkAll().finally(() => (this.#checking = null)));
  }

  async #checkAll(): Promise<void> {
    do {
      // The attempt that ended may have begun before the cause of its failure was removed.
      if (this.#again) this.#failed = null;
      this.#again = false;
      await this.#checkOnce();
    } while (this.#again);
  }

  async #checkOnce(): Promise<void> {
    const { store, clock, log } = this.#deps;
    let version = '';
    try {
      const pointer = await readPointer(store);
      if (pointer === null) {
        this.#failed = null;
        return;
      }
      if (pointer === 'damaged')
        throw new SearchEngineError(
          'damaged',
          'The object surf/current of the blob store names no version of the archive. Import again with --swap.',
        );
      version = pointer.serving.version;
      if (!this.#isDue(version)) return;
      await this.#serve(pointer);
      this.#failed = null;
    } catch (error) {
      const sentence = sentenceOf(error);
      // The same failure is logged once, not every 5 s.
      if (this.#failed?.sentence !== sentence)
        log.warn({ err: error, version, trouble: sentence }, 'archive_version_not_served');
      this.#failed = { version, at: clock.monotonic(), sentence };
    }
  }

  #isDue(version: string): boolean {
    const failed = this.#failed;
    if (failed?.version !== version) return true;
    return this.#deps.clock.monotonic() - failed.at >= RETRY_MS;
  }

  async #serve(pointer: VersionPointer): Promise<void> {
    const { index, folder, store, clock, log } = this.#deps;
    const { version } = pointer.serving;
    if (isServed(await infoOf(index), version)) return;
    const from = clock.monotonic();
    await serveVersion(folder, store, pointer);
    const info = await index.info();
    if (!isServed(info, version))
      throw new SearchEngineError('damaged', info?.trouble ?? `Version ${version} cannot be read.`);
    log.info({ version, ms: Math.round(clock.monotonic() - from) }, 'archive_version_served');
  }
}

function isServed(info: ServingIndexVersionSummary | null, version: string): boolean {
  return info?.version === version && info.trouble === null;
}

/**
 * Returns name and size of the serving version; null when there is none or the index is unreadable. In both cases the caller
 * loads the version that the pointer in the blob store names.
 */
async function infoOf(index: SearchIndex): Promise<ServingIndexVersionSummary | null> {
  try {
    return await index.info();
  } catch (error) {
    if (error instanceof SearchEngineError) return null;
    throw error;
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof SearchEngineError) return error.sentence;
  if (isBridgeError(error, 'service_unavailable'))
    return 'The blob store is not available: a new version of the archive waits for it.';
  return `A version of the archive cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
}
