import { hashOf } from '@bridge/db';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A folder of migrations that a test made. */
export interface MigrationFolder {
  readonly url: URL;
  remove(): void;
}

/** Writes migrations by file name into a folder of their own, each pinned. */
export function migrationFolder(files: Readonly<Record<string, string>>): MigrationFolder {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-migrations-'));
  const lock = Object.entries(files).map(([file, text]) => {
    writeFileSync(join(folder, file), text);
    return `${hashOf(Buffer.from(text))}  ${file}\n`;
  });
  writeFileSync(join(folder, 'migrations.lock'), lock.join(''));
  return {
    url: pathToFileURL(`${folder}/`),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** The texts of a folder's migrations by file name, in order. */
export function migrationTexts(folder: URL): ReadonlyMap<string, string> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'));
  return new Map(files.sort().map((file) => [file, readFileSync(new URL(file, folder), 'utf8')]));
}
