// npm run build: bundles each app into dist/apps/<app> and copies the console to dist/console. A bundle needs only Node 24:
// `dist/apps/gateway/start` runs `node main.mjs` with the app's launch options.
import { cpSync, existsSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { startScript } from './build/start-script.mjs';
import { join, relative, resolve } from 'node:path';
import { bundle } from './build/bundle.mjs';

const ROOT = resolve(import.meta.dirname, '..');
const OUT = join(ROOT, 'dist');

const wanted = process.argv.slice(2);
const apps = readdirSync(join(ROOT, 'apps')).filter(
  (app) =>
    existsSync(join(ROOT, 'apps', app, 'src', 'main.ts')) &&
    (wanted.length === 0 || wanted.includes(app)),
);
const unknown = wanted.filter((app) => !apps.includes(app));
if (apps.length === 0 || unknown.length > 0) {
  console.error(`There is no such app: ${unknown.join(', ')}`);
  process.exit(2);
}

for (const app of apps) {
  const from = performance.now();
  const source = join(ROOT, 'apps', app, 'src');
  const out = join(OUT, 'apps', app);
  const programs = ['main', 'try'].filter((name) => existsSync(join(source, `${name}.ts`)));
  const entries = Object.fromEntries(programs.map((name) => [name, join(source, `${name}.ts`)]));
  await bundle(entries, out, ROOT);
  writeFileSync(join(out, 'start'), startScript(join(ROOT, 'apps', app)), { mode: 0o755 });
  const mib = (sizeOf(out) / 1024 / 1024).toFixed(1);
  const seconds = ((performance.now() - from) / 1_000).toFixed(1);
  console.log(`${relative(ROOT, out).padEnd(24)} ${mib.padStart(6)} MiB  ${seconds.padStart(5)} s`);
}

// `npm run build` has already built the console.
const consoleDist = join(ROOT, 'apps', 'console', 'dist');
if (existsSync(consoleDist)) {
  rmSync(join(OUT, 'console'), { recursive: true, force: true });
  cpSync(consoleDist, join(OUT, 'console'), { recursive: true });
  console.log('dist/console');
}

/**
 * Returns the size of the .mjs files in a folder, in bytes.
 * @param {string} folder
 */
function sizeOf(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.mjs'))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);
}
