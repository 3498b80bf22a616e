import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { launchOf } from '../build/start-script.mjs';
import { ROOT, withProgress } from './terminal.mjs';

/** Folder of Node's compile cache. With it, later starts need not compile the sources again. */
export const COMPILED = join(ROOT, '.cache', 'compile');
const BRIDGE = join(ROOT, 'apps', 'bridge');

/**
 * Compiles the product before its first start, in another process: the compiler needs 20 MB, which the product would keep.
 * @param {string} node
 */
export async function compileOnce(node) {
  if (existsSync(COMPILED)) return;
  await withProgress(
    'Compiling the sources (at the first start only)',
    () => '',
    () => load(node),
  );
}

/**
 * Loads all sources to fill the compile cache. Errors are ignored, because the start reports them.
 * @param {string} node
 * @returns {Promise<void>}
 */
async function load(node) {
  const workers = readdirSync(join(ROOT, 'libs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.worker.ts') && !file.includes('node_modules'))
    .map((file) => join(ROOT, 'libs', file));
  const launch = launchOf(BRIDGE);
  const loader = join(import.meta.dirname, 'load.mjs');
  const files = [join(BRIDGE, 'src', 'main.ts'), ...workers];
  const child = spawn(node, [...launch.node, loader, '--help', ...files], {
    stdio: 'ignore',
    env: { ...process.env, ...launch.env, NODE_COMPILE_CACHE: COMPILED },
  });
  await once(child, 'close').catch(() => undefined);
}
