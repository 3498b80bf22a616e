import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { processEnv } from '@bridge/kernel';
import { MissingTestResourceError } from './requirement.ts';

/** Absolute path of the root of this checkout. */
export const ROOT = resolve(import.meta.dirname, '../../..');

/** Returns a path in the folder for shared test data; throws MissingTestResourceError when it does not exist. */
export function sharedPath(...names: readonly string[]): string {
  const folder = resolve(ROOT, processEnv()['BRIDGE_TEST_SHARED'] ?? '../shared');
  const path = join(folder, ...names);
  if (existsSync(path)) return path;
  throw new MissingTestResourceError(
    'shared',
    `no test data at ${join('$BRIDGE_TEST_SHARED', ...names)}`,
  );
}
