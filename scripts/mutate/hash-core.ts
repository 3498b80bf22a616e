import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MutationTestTarget } from './cores.ts';

const ROOT = join(import.meta.dirname, '../..');

/**
 * Returns a hash of the sources, their tests and fixtures, and the code of the runner. When it is equal, the stored result of
 * an earlier run is used again.
 */
export function hashCore(
  { project, tests }: MutationTestTarget,
  sources: readonly { readonly path: string; readonly text: string }[],
): string {
  const hash = createHash('sha256');
  for (const { path, text } of sources) hash.update(`${path}\n${text}\n`);
  const others = [
    ...globSync(join(project, 'src/**/*.ts'), { cwd: ROOT }).filter(
      (path) => /\.(?:test|fixture)\.ts$/.test(path) && tests.some((one) => path.includes(one)),
    ),
    ...globSync('scripts/mutate/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts')),
  ];
  for (const path of others.toSorted()) hash.update(readFileSync(join(ROOT, path)));
  return hash.digest('hex').slice(0, 12);
}
