// Entry point of all npm scripts, on any Node version: installs missing packages, then runs the command on the project's
// own Node 24.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from './run/child.mjs';
import { compileOnce } from './run/compile.mjs';
import { buildConsole } from './run/console.mjs';
import { install, ownNode } from './run/install.mjs';
import { ROOT, stopWith, UsageError } from './run/terminal.mjs';

/**
 * @typedef {object} Command
 * @property {string} entry  File to run, relative to the root.
 * @property {boolean} [console]  True to build the web console first.
 * @property {string} [help]  Help text of a script that takes no --help itself.
 */

/** @type {Readonly<Record<string, Command>>} */
const COMMANDS = {
  start: { entry: 'apps/bridge/src/main.ts', console: true },
  try: { entry: 'apps/ctl/src/try.ts', console: true },
  split: { entry: 'scripts/split.ts', console: true },
  ctl: { entry: 'apps/ctl/src/main.ts' },
  bench: { entry: 'bench/src/main.ts' },
  fuzz: { entry: 'scripts/fuzz.ts' },
  mutate: { entry: 'scripts/mutate.ts' },
  torture: { entry: 'e2e/src/torture/main.ts', console: true },
  test: {
    entry: 'scripts/test.mjs',
    console: true,
    help: 'npm test [-- project …]: checks types, lint, format and generated files, and runs all tests, or those of these projects.',
  },
  check: {
    entry: 'scripts/check.mjs',
    help: 'npm run check [-- project …]: checks types, format and generated files, and lints all projects, or these.',
  },
  build: {
    entry: 'scripts/build.mjs',
    console: true,
    help: 'npm run build [-- app …]: bundles all apps, or these, and the console into dist/.',
  },
  'gen:docs': {
    entry: 'scripts/gen-docs.ts',
    help: 'npm run gen:docs [-- --check]: writes the generated documents; --check only names those that are out of date.',
  },
  'gen:images': {
    entry: 'scripts/doc-images.ts',
    console: true,
    help: 'npm run gen:images: takes the screenshots of docs/images from a temporary product on ports 4000 and 4001.',
  },
  'migrations:lock': {
    entry: 'scripts/migrations-lock.ts',
    help: 'npm run migrations:lock: adds the SHA-256 of each new migration to its migrations.lock.',
  },
  'new:action': { entry: 'scripts/new-action.ts' },
  'archive:full': { entry: 'scripts/archive-full.ts' },
  'archive:starter': {
    entry: 'scripts/archive-starter.ts',
    help: 'npm run archive:starter [-- --index]: selects the starter archive from the museums’ files and builds its index; --index only builds the index.',
  },
};

try {
  const [name = '', ...args] = process.argv.slice(2);
  const command = COMMANDS[name];
  if (command === undefined) {
    throw new UsageError(`Unknown command ${name}: one of ${Object.keys(COMMANDS).join(', ')}.`);
  }
  if (command.help !== undefined && args.some((arg) => arg === '--help' || arg === '-h')) {
    console.log(command.help);
    process.exit(0);
  }
  const entry = join(ROOT, command.entry);
  if (!existsSync(entry)) throw new UsageError(`${command.entry} is missing from this checkout.`);
  await install();
  const node = ownNode();
  if (command.console === true) await buildConsole(node);
  if (name === 'start') await compileOnce(node);
  process.exitCode = await runCommand(node, [entry, ...args]);
} catch (error) {
  stopWith(error);
}
