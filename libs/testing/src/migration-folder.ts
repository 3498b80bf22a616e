import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A temporary folder with migration files for a test. */
export interface MigrationFolder {
  readonly url: URL;
  remove(): void;
}

/** Writes migration files and their lock file into a new temporary folder. */
export function migrationFolder(files: Readonly<Record<string, string>>): MigrationFolder {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-migrations-'));
  const lock = Object.entries(files).map(([file, text]) => {
    writeFileSync(join(folder, file), text);
    return `${hash('sha256', text)}  ${file}\n`;
  });
  writeFileSync(join(folder, 'migrations.lock'), lock.join(''));
  return {
    url: pathToFileURL(`${folder}/`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns the texts of the migration files of a folder by file name, in ascending order of the names. */
export function migrationTexts(folder: URL): ReadonlyMap<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return new Map(files.sort().map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]));
}
