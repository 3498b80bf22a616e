import type { ImportEvent } from '@bridge/archive';
import { closeSync, openSync, readSync, statSync, writeFileSync } from 'node:fs';
import { CommandUsageError } from '../command.ts';

/** A record that was not imported, with its place in its file and the reason. */
type NotImportedRecord = Extract<ImportEvent, { event: 'bad' }>['record'];

/** Number of bytes at the start of an existing file in which the first line of a report must end. */
const FIRST_LINE_BYTES = 64 * 1024;

/** The file of `archive import --report`, with a JSON line for each record that was not imported. */
export class BadRecordFile {
  readonly #file: string;
  readonly #descriptor: number;
  #problem: string | null = null;

  /**
   * Opens the file before the import begins. Replaces only an older report, because the name may be that of the imported file.
   * Throws CommandUsageError.
   */
  constructor(file: string) {
    this.#file = file;
    try {
      if (isOtherFile(file))
        throw new CommandUsageError(
          `${file} exists and is no report of an import. Give --report with another name.`,
        );
      this.#descriptor = openSync(file, 'w');
    } catch (error) {
      if (error instanceof CommandUsageError) throw error;
      throw new CommandUsageError(`${file} cannot be written (${codeOf(error)}).`);
    }
  }

  /** A sentence that says why the report is not complete; null when it is. */
  get problem(): string | null {
    return this.#problem;
  }

  /** Adds a record. A full disk ends the report and not the import. */
  write(record: NotImportedRecord): void {
    if (this.#problem !== null) return;
    try {
      writeFileSync(this.#descriptor, `${JSON.stringify(record)}\n`);
    } catch (error) {
      this.#problem = `${this.#file} is not complete: it could not be written (${codeOf(error)}).`;
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}

/** True for an existing file with other content than a report. Devices and pipes hold no content that could be lost. */
function isOtherFile(file: string): boolean {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size > 0 && !isReport(file);
}

function isReport(file: string): boolean {
  const head = Buffer.alloc(FIRST_LINE_BYTES);
  const descriptor = openSync(file, 'r');
  try {
    const bytes = readSync(descriptor, head);
    const [line = ''] = head.toString('utf8', 0, bytes).split('\n');
    const record = JSON.parse(line) as Partial<NotImportedRecord> | null;
    return typeof record?.place === 'string' && typeof record.reason === 'string';
  } catch {
    return false;
  } finally {
    closeSync(descriptor);
  }
}
