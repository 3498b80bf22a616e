import { existsSync } from 'node:fs';
import type { ServingIndexVersionSummary } from '../../index-info.ts';
import { damageOf } from './sqlite-error.ts';
import { IMPORT_AGAIN, servingMark } from './current.ts';
import { IndexVersionReader } from './version-reader.ts';
import type { CompressedFallbackIndex } from './reserve.ts';
import { namedFile, openServing } from './serving-version.ts';

/**
 * Reads the serving version of an index folder. Before each answer it checks the pointer file CURRENT and the version's file
 * with two `stat` calls. When the version that CURRENT names is unreadable, another one serves and `trouble` contains the
 * reason.
 */
export class IndexFolderReader {
  readonly #folder: string;
  readonly #reserve: CompressedFallbackIndex | null;
  #mark: string | null = null;
  #watched: string | null = null;
  #openFile: string | null = null;
  #open: IndexVersionReader | null = null;
  #previous: string | null = null;
  #trouble: string | null = null;
  /** For each version whose file is damaged, the end of a sentence that says how. Cleared when the folder changes. */
  readonly #damage = new Map<string, string>();

  constructor(folder: string, reserve: CompressedFallbackIndex | null) {
    this.#folder = folder;
    this.#reserve = reserve;
  }

  /** Returns a reader of the serving version; null when there is none. Throws SearchEngineError. */
  serving(): IndexVersionReader | null {
    if (servingMark(this.#folder, this.#watched) === this.#mark) return this.#open;
    this.#damage.clear();
    return this.#reopen();
  }

  #reopen(): IndexVersionReader | null {
    const watched = namedFile(this.#folder);
    const mark = servingMark(this.#folder, watched);
    if (this.#wasRemovedWhileOpen(watched)) {
      this.#trouble = `${watched ?? ''} was removed. It serves until the next start. ${IMPORT_AGAIN}`;
    } else {
      // The open version is closed first: reading a truncated file through its memory map would kill the process.
      this.#open?.close();
      this.#open = null;
      this.#mark = null;
      const next = openServing(this.#folder, this.#reserve, this.#damage);
      this.#open = next === null ? null : new IndexVersionReader(next.database, next.version);
      this.#openFile = next?.file ?? null;
      this.#previous = next?.previous ?? null;
      this.#trouble = next?.trouble ?? null;
    }
    this.#watched = watched;
    this.#mark = mark;
    return this.#open;
  }

  /**
   * True when the file of the version that CURRENT names was removed while it is open; the system keeps its bytes until it is
   * closed.
   */
  #wasRemovedWhileOpen(watched: string | null): boolean {
    return (
      this.#open !== null && watched !== null && watched === this.#openFile && !existsSync(watched)
    );
  }

  /**
   * Returns a reader of the open version if its name is `version`, else null. The open version may no longer be the serving
   * one.
   */
  openVersion(version: string): IndexVersionReader | null {
    return this.#open?.version === version ? this.#open : null;
  }

  info(): ServingIndexVersionSummary | null {
    return this.serving()?.info(this.#previous, this.#trouble) ?? null;
  }

  /** Sentence for the operator about a damaged or missing index file; null when there is no problem. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /**
   * After a failed read, closes the open version if the error shows that its file is damaged, and opens another one. Returns
   * true when the read can be repeated on that one.
   */
  giveUpAfter(error: unknown): boolean {
    const damage = damageOf(error);
    if (damage === null || this.#open === null) return false;
    this.#damage.set(this.#open.version, damage);
    this.#open.close();
    this.#open = null;
    this.#reopen();
    return true;
  }

  close(): void {
    this.#open?.close();
    this.#open = null;
    this.#mark = null;
  }
}
