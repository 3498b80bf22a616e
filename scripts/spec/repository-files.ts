import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Root of this checkout, absolute. */
export const ROOT = join(import.meta.dirname, '../..');

/** A text file of the repository. */
export interface RepositoryFile {
  /** From the root, with `/`. */
  readonly path: string;
  readonly text: string;
}

/** Reads the files that git tracks or would track and whose name ends in one of `endings`. */
export function readRepository(...endings: readonly string[]): readonly RepositoryFile[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const paths = execFileSync('git', list, { cwd: ROOT, encoding: 'utf8' }).split('\0');
  return [...new Set(paths)]
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .filter((path) => existsSync(join(ROOT, path)))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
}
