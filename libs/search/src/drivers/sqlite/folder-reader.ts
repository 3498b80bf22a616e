import { existsSync } from 'node:fs';
import type { IndexInfo } from '../../index-info.ts';
import { damageOf } from './as-fault.ts';
import { IMPORT_AGAIN, servingMark } from './current.ts';
import { VersionReader } from './version-reader.ts';
import type { ReserveIndex } from './reserve.ts';
import { namedFile, openServing } from './serving-version.ts';

/**
 * Reads the serving version of a folder. Before each answer it checks the pointer and the file that the pointer names, with
 * two calls of `stat`. When the named version cannot be read, another one serves and `trouble` says so.
 */
export class FolderReader {
  readonly #folder: string;
  readonly #reserve: ReserveIndex | null;
  #mark: string | null = null;
  #watched: string | null = null;
  #openFile: string | null = null;
  #open: VersionReader | null = null;
  #previous: string | null = null;
  #trouble: string | null = null;
  /** Damage of versions that failed while they were read, by version, until the folder changes. */
  readonly #damage = new Map<string, string>();

  constructor(folder: string, reserve: ReserveIndex | null) {
    this.#folder = folder;
    this.#reserve = reserve;
  }

  /** Returns the serving version; null when there is none. Errors: SearchFault. */
  serving(): VersionReader | null {
    if (servingMark(this.#folder, this.#watched) === this.#mark) return this.#open;
    this.#damage.clear();
    return this.#reopen();
  }

  #reopen(): VersionReader | null {
    const watched = namedFile(this.#folder);
    const mark = servingMark(this.#folder, watched);
    if (this.#wasRemovedWhileOpen(watched)) {
      this.#trouble = `${watched ?? ''} was removed. It serves until the next start. ${IMPORT_AGAIN}`;
    } else {
      // The version is closed first: reading a truncated file through its memory map would end the process.
      this.#open?.close();
      this.#open = null;
      this.#mark = null;
      const next = openServing(this.#folder, this.#reserve, this.#damage);
      this.#open = next === null ? null : new VersionReader(next.database, next.version);
      this.#openFile = next?.file ?? null;
      this.#previous = next?.previous ?? null;
      this.#trouble = next?.trouble ?? null;
    }
    this.#watched = watched;
    this.#mark = mark;
    return this.#open;
  }

  /** True when the named file was removed while it is open. The system keeps its bytes until it is closed. */
  #wasRemovedWhileOpen(watched: string | null): boolean {
    return (
      this.#open !== null && watched !== null && watched === this.#openFile && !existsSync(watched)
    );
  }

  /** Returns the open version when it has this name, else null. It does not check whether another version serves. */
  openVersion(version: string): VersionReader | null {
    return this.#open?.version === version ? this.#open : null;
  }

  info(): IndexInfo | null {
    return this.serving()?.info(this.#previous, this.#trouble) ?? null;
  }

  /** The sentence `trouble` of IndexInfo; null before the first answer. */
  get trouble(): string | null {
    return this.#trouble;
  }

  /**
   * Closes the open version when this failed read shows that its file is damaged. Returns true when the read can be
   * repeated on the next readable version.
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
