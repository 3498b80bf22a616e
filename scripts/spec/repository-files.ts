import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Absolute path of the root of this checkout. */
export const ROOT = join(import.meta.dirname, '../..');

/** Path and text of a file in the repository. */
export interface RepositoryFile {
  /** Path below the root, separated by `/`. */
  readonly path: string;
  readonly text: string;
}

/** Reads the tracked and new files whose name ends in one of `endings`; ignored files are left out. */
export function readRepository(...endings: readonly string[]): readonly RepositoryFile[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const paths = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  return [...new Set(paths)]
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}
