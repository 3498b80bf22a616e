import { closeSync, fsyncSync, openSync, renameSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import type { IndexBuildOptions, DocumentPutCounts } from '../../index-build.ts';
import { TransferableDocumentList } from '../../packed-documents.ts';
import { SearchEngineError } from '../../search-engine-error.ts';
import type { ServingIndexVersionSummary } from '../../index-info.ts';
import { asSearchEngineError } from './sqlite-error.ts';
import { IndexBuildDocumentReader } from './build-content.ts';
import { openBuildFile, setMeta } from './build-file.ts';
import { removeIndexFile, serveInFolder, versionFile } from './current.ts';
import { DocumentWriter } from './document-writer.ts';
import { openForReading } from './open-version.ts';
import type { TransferableDocumentBatch } from './protocol.ts';
import { openServing } from './serving-version.ts';
import { PreparedStatementCache } from './statements.ts';
import { IndexVersionReader } from './version-reader.ts';

/** Writes a build of a new index version into its file. Synchronous, because it runs in a worker thread. */
export class IndexVersionWriter {
  readonly version: string;
  readonly resumed: boolean;
  readonly #folder: string;
  readonly #file: string;
  readonly #database: DatabaseSync;
  readonly #documents: DocumentWriter;
  readonly #statements: PreparedStatementCache;

  constructor(folder: string, options: IndexBuildOptions) {
    const { database, file, version, resumed } = openBuildFile(folder, options);
    this.#folder = folder;
    this.#file = file;
    this.#database = database;
    this.version = version;
    this.resumed = resumed;
    this.#documents = new DocumentWriter(database);
    this.#statements = new PreparedStatementCache(database);
  }

  /** Writes a batch in one transaction. Throws SearchEngineError; nothing of the batch is then stored. */
  put({
    packed,
    force = false,
    blobs = [],
    checkpoint,
  }: TransferableDocumentBatch): DocumentPutCounts {
    return this.#transaction(() => {
      const result = this.#documents.put(TransferableDocumentList.from(packed), force);
      for (const { name, bytes } of blobs)
        this.#statements.write('INSERT OR REPLACE INTO blob VALUES (?, ?)').run(name, bytes);
      if (checkpoint !== undefined)
        this.#statements
          .write('INSERT OR REPLACE INTO checkpoint VALUES (?, ?)')
          .run(checkpoint.key, checkpoint.value);
      setMeta(this.#database, 'next', String(this.#documents.next));
      return result;
    });
  }

  /**
   * Removes documents by id, and blobs (original records) by the start of their names, in one transaction. Throws
   * SearchEngineError.
   */
  remove(ids: readonly string[], blobs: readonly string[]): number {
    return this.#transaction(() => {
      const names = this.#statements.write(
        'DELETE FROM blob WHERE substr(name, 1, length(?1)) = ?1',
      );
      for (const beginning of blobs) names.run(beginning);
      return this.#documents.remove(ids);
    });
  }

  #transaction<T>(work: () => T): T {
    this.#database.exec('BEGIN');
    try {
      const result = work();
      this.#database.exec('COMMIT');
      return result;
    } catch (cause) {
      this.#rollBack();
      throw asSearchEngineError(cause);
    }
  }

  #rollBack(): void {
    try {
      this.#database.exec('ROLLBACK');
    } catch {
      // When the disk is full, SQLite has already rolled back the transaction.
    }
    this.#documents.reload();
  }

  checkpoints(): Map<string, string> {
    const query = this.#statements.query('SELECT key, value FROM checkpoint', 'TEXT', 'TEXT');
    return new Map(query.all());
  }

  /** A reader of the documents that this build has written so far. */
  get content(): IndexBuildDocumentReader {
    return new IndexBuildDocumentReader(this.#database, this.version);
  }

  setAttachment(name: string, bytes: Uint8Array): void {
    this.#statements.write('INSERT OR REPLACE INTO side VALUES (?, ?)').run(name, bytes);
  }

  /** Merges the segments of the full-text table into one, which makes searches faster. */
  optimize(): void {
    this.#database.exec("INSERT INTO words(words) VALUES ('optimize')");
  }

  /**
   * Completes and syncs the version's file under the name of the build file. The build can still be resumed. Throws
   * SearchEngineError.
   */
  finish(builtAt: number): { readonly info: ServingIndexVersionSummary; readonly file: string } {
    try {
      setMeta(this.#database, 'built_at', String(builtAt));
      this.#database.exec("DELETE FROM meta WHERE key = 'info'");
      // The ServingIndexVersionSummary is computed once and stored with the version, because each health check reads it.
      setMeta(this.#database, 'info', JSON.stringify(this.content.info()));
      this.optimize();
      this.#close();
      const file = openSync(this.#file, 'r+');
      fsyncSync(file);
      closeSync(file);
      return { info: this.#readInfo(), file: this.#file };
    } catch (cause) {
      throw asSearchEngineError(cause);
    }
  }

  /** Completes the version and makes it the serving version of its folder. Throws SearchEngineError. */
  commit(builtAt: number): ServingIndexVersionSummary {
    const { info } = this.finish(builtAt);
    try {
      // The previous version is determined before the rename. After it, a search for a readable version could find the new file
      // when the pointer file CURRENT is damaged.
      const next = { version: this.version, previous: this.#servingVersion() };
      renameSync(this.#file, versionFile(this.#folder, this.version));
      serveInFolder(this.#folder, next);
      return { ...info, previous: next.previous };
    } catch (cause) {
      throw asSearchEngineError(cause);
    }
  }

  /**
   * Returns the name of the version that serves now, even when the pointer file CURRENT is damaged; null when there is none.
   */
  #servingVersion(): string | null {
    try {
      const serving = openServing(this.#folder);
      serving?.database.close();
      return serving?.version ?? null;
    } catch (error) {
      if (error instanceof SearchEngineError) return null;
      throw error;
    }
  }

  #readInfo(): ServingIndexVersionSummary {
    const reader = new IndexVersionReader(openForReading(this.#file), this.version);
    const info = reader.info(null, null);
    reader.close();
    return info;
  }

  #close(): void {
    this.#documents.clear();
    this.#statements.clear();
    this.#database.close();
  }

  abandon(): void {
    this.#close();
    removeIndexFile(this.#file);
  }

  suspend(): void {
    this.#close();
  }
}
