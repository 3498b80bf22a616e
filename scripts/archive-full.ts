/**
 * `npm run archive:full`: imports the complete museum files in BRIDGE_TEST_SHARED into the archive of this checkout and
 * replaces its records. Further arguments are options of `archive import`.
 */
import {
  MUSEUM_MAKERS,
  MUSEUM_OBJECTS,
  MUSEUM_SPELLINGS,
  museumPaths,
  NO_MUSEUMS,
  ROOT,
} from '@bridge/testing';
import { join } from 'node:path';
import { runCommand } from './run/child.mjs';

const options = process.argv.slice(2);
const paths = museumPaths([...MUSEUM_OBJECTS, ...MUSEUM_MAKERS, ...MUSEUM_SPELLINGS]);

if (paths === null && !options.includes('--help')) {
  console.error(NO_MUSEUMS);
  process.exitCode = 1;
} else {
  const main = join(ROOT, 'apps', 'ctl', 'src', 'main.ts');
  const args = ['archive', 'import', '--swap', ...options, ...(paths ?? [])];
  process.exitCode = await runCommand(process.execPath, [main, ...args]);
}
