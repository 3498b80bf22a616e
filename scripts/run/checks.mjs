import { spawn } from 'node:child_process';
import { isAbsolute, join } from 'node:path';
import { runTasks } from './tasks.mjs';
import { ROOT } from './terminal.mjs';

/** Configurations of the type check: for Node code, for the console and for the files in `scripts`. */
const PROGRAMS = ['tsconfig.json', 'apps/console/tsconfig.json', 'scripts/tsconfig.json'];

/**
 * Runs all checks except tests and returns the names of the failed ones. Types are always checked for all projects.
 * @param {readonly string[]} projects  Projects to lint, as `kernel`, `app-ctl`; all when empty.
 * @returns {Promise<readonly string[]>}
 */
export async function runChecks(projects) {
  if (projects.length > 0) {
    const { failed } = await runTasks(['lint'], projects);
    return [...failed, ...(await checkTypes())];
  }
  const [linted, others] = await Promise.all([
    step('lint', 'eslint', ['--max-warnings', '0', '.']),
    checkTypes().then(async (failed) => [...failed, ...(await checkText())]),
  ]);
  return [...linted, ...others];
}

async function checkTypes() {
  const failures = [];
  for (const program of PROGRAMS) {
    const args = [join(ROOT, 'node_modules', 'typescript7', 'bin', 'tsc'), '-p', program];
    failures.push(...(await step(`types of ${program}`, process.execPath, args)));
  }
  return failures;
}

async function checkText() {
  const cache = ['--cache', '--cache-location', '.cache/prettier'];
  return [
    ...(await step('format', 'prettier', ['--check', '--log-level', 'warn', ...cache, '.'])),
    ...(await step('generated files', process.execPath, ['scripts/gen-docs.ts', '--check'])),
  ];
}

/**
 * Runs one check with one program and prints its output when it fails.
 * @param {string} name
 * @param {string} program  A path, or the name of an installed program.
 * @param {readonly string[]} args
 * @returns {Promise<readonly string[]>} The name of a failed check, else empty.
 */
async function step(name, program, args) {
  const from = performance.now();
  const path = isAbsolute(program) ? program : join(ROOT, 'node_modules', '.bin', program);
  const child = spawn(path, [...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => (said += text));
  }
  const status = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const seconds = ((performance.now() - from) / 1_000).toFixed(1);
  if (status !== 0) console.log(said.trimEnd());
  console.log(`${status === 0 ? '✔' : '✖'} ${name} (${seconds} s)`);
  return status === 0 ? [] : [name];
}
