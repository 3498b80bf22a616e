import { spawn } from 'node:child_process';
import { existsSync, readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, UsageError, withProgress } from './terminal.mjs';

const CONSOLE = join(ROOT, 'apps', 'console');
const BUILT = join(CONSOLE, 'dist', 'index.html');
/**
 * Files that make the console's build stale when they change. The contracts are not listed, because the console imports types
 * from them, which do not change the build.
 */
const SOURCES = [
  join(CONSOLE, 'src'),
  join(CONSOLE, 'index.html'),
  join(CONSOLE, 'vite.config.ts'),
  join(ROOT, 'package-lock.json'),
];

/**
 * Builds the web console when there is no build or a source is newer.
 * @param {string} node
 */
export async function buildConsole(node) {
  if (!existsSync(CONSOLE) || !isStale()) return;
  // The build gets the time of its start as modification time. A source file that is saved during the build is then newer and
  // causes another build.
  const from = new Date();
  await withProgress(
    'Building the console (only after changes)',
    () => '',
    () => viteBuild(node),
  );
  utimesSync(BUILT, from, from);
}

function isStale() {
  if (!existsSync(BUILT)) return true;
  const built = statSync(BUILT).mtimeMs;
  return SOURCES.some((source) => newest(source) > built);
}

/**
 * @param {string} path
 * @returns {number}
 */
function newest(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return 0;
  if (!stat.isDirectory()) return stat.mtimeMs;
  // The time of a folder counts too, because it changes when a file in it is removed.
  return Math.max(stat.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/**
 * @param {string} node
 * @returns {Promise<void>}
 */
async function viteBuild(node) {
  const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
  const child = spawn(node, [vite, 'build', '--logLevel', 'warn'], {
    cwd: CONSOLE,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  }
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (status !== 0)
    throw new UsageError(`\n${said.trim()}\nThe console could not be built (see above).`);
}
