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
  test: { entry: 'scripts/test.mjs', console: true },
  check: { entry: 'scripts/check.mjs' },
  build: { entry: 'scripts/build.mjs', console: true },
  'gen:docs': { entry: 'scripts/gen-docs.ts' },
  'gen:images': { entry: 'scripts/doc-images.ts', console: true },
  'migrations:lock': { entry: 'scripts/migrations-lock.ts' },
  'new:action': { entry: 'scripts/new-action.ts' },
  'archive:full': { entry: 'scripts/archive-full.ts' },
  'archive:starter': { entry: 'scripts/archive-starter.ts' },
};

try {
  const [name = '', ...args] = process.argv.slice(2);
  const command = COMMANDS[name];
  if (command === undefined) {
    throw new UsageError(`Unknown command ${name}: one of ${Object.keys(COMMANDS).join(', ')}.`);
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
