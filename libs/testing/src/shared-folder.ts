import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { processEnv } from '@bridge/kernel';
import { Missing } from './requirement.ts';

/** The root of this checkout, absolute. */
export const ROOT = resolve(import.meta.dirname, '../../..');

/**
 * A path inside the folder of real test data, `BRIDGE_TEST_SHARED` or `../shared` beside the checkout.
 * Throws Missing when it is not there.
 */
export function sharedPath(...names: readonly string[]): string {
  const folder = resolve(ROOT, processEnv()['BRIDGE_TEST_SHARED'] ?? '../shared');
  const path = join(folder, ...names);
  if (existsSync(path)) return path;
  throw new Missing('shared', `no test data at ${join('$BRIDGE_TEST_SHARED', ...names)}`);
}
