import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runTasks } from './tasks.mjs';
import { ROOT } from './terminal.mjs';

/**
 * Runs every check that is not a test and returns the names of those that failed.
 * @param {readonly string[]} projects  Names as `kernel`, `app-ctl`; all when empty.
 * @returns {Promise<readonly string[]>}
 */
export async function runChecks(projects) {
  const { failed } = await runTasks(['typecheck', 'lint'], projects);
  const failures = [...failed];
  if (projects.length > 0) return failures;
  const formatted = [
    '--check',
    '--log-level',
    'warn',
    '--cache',
    '--cache-location',
    '.cache/prettier',
  ];
  if (!(await step('format', bin('prettier'), [...formatted, '.']))) failures.push('format');
  if (existsSync(join(ROOT, 'scripts', 'gen-docs.ts'))) {
    const inStep = await step('generated files', process.execPath, [
      'scripts/gen-docs.ts',
      '--check',
    ]);
    if (!inStep) failures.push('generated files (npm run gen:docs writes them)');
  }
  return failures;
}

/** @param {string} name */
function bin(name) {
  return join(ROOT, 'node_modules', '.bin', name);
}

/**
 * One check by one program; its output is shown when it fails.
 * @param {string} name
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<boolean>}
 */
async function step(name, program, args) {
  const from = performance.now();
  const child = spawn(program, [...args], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
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
  return status === 0;
}
