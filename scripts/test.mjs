// npm test: runs types, lint, format and generated files, then all tests; `-- kernel worlds` limits it to projects. The last
// line is `N passed, N failed, N skipped`; a failed check counts as a failure.
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { runChecks } from './run/checks.mjs';
import { runTasks } from './run/tasks.mjs';
import { ROOT } from './run/terminal.mjs';

/**
 * Projects whose tests start whole products. They run alone, because they would exceed their time limits beside other tests.
 */
const ALONE = ['e2e'];
const RESULTS = join(ROOT, '.cache', 'checks', 'results');

const projects = process.argv.slice(2);
const from = performance.now();
rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS, { recursive: true });

const failedChecks = await runChecks(projects);
const failedTests = [...(await runTests('others')), ...(await runTests('alone'))];
const totals = readdirSync(RESULTS).map((name) => readTotals(join(RESULTS, name)));

report();

/**
 * Runs the tests of ordinary projects, two at a time, or those of the projects that must run alone.
 * @param {'others' | 'alone'} which
 * @returns {Promise<readonly string[]>} Projects that failed.
 */
async function runTests(which) {
  const alone = which === 'alone';
  const wanted = alone
    ? ALONE.filter((name) => projects.length === 0 || projects.includes(name))
    : projects.filter((name) => !ALONE.includes(name));
  if (wanted.length === 0 && (alone || projects.length > 0)) return [];
  const { failed } = await runTasks(['test'], wanted, {
    parallel: alone ? 1 : 2,
    except: alone || projects.length > 0 ? [] : ALONE,
    env: { BRIDGE_TEST_RESULTS: RESULTS, ...(alone ? {} : { VITEST_MAX_WORKERS: '1' }) },
  });
  return failed;
}

/**
 * @typedef {object} Totals  Test results of one project, written by libs/testing/src/vitest/totals-reporter.ts.
 * @property {string} project
 * @property {number} passed
 * @property {number} failed
 * @property {Record<string, number>} skipped
 */

/**
 * @param {string} file
 * @returns {Totals}
 */
function readTotals(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function report() {
  const sum = (/** @type {(one: Totals) => number} */ of) =>
    totals.reduce((all, one) => all + of(one), 0);
  const passed = sum((one) => one.passed);
  const counted = sum((one) => one.failed);
  // A project that ended before it wrote its results counts as failed.
  const silent = failedTests.length - totals.filter((one) => one.failed > 0).length;
  const failed = counted + Math.max(0, silent) + failedChecks.length;

  console.log('\nTests');
  for (const one of totals) {
    const skipped = count(one.skipped);
    if (one.passed + one.failed + skipped === 0) continue;
    const parts = [`${one.passed} passed`];
    if (one.failed > 0) parts.push(`${one.failed} failed`);
    if (skipped > 0) parts.push(`${skipped} skipped`);
    console.log(`  ${one.project.padEnd(20)} ${parts.join(', ')}`);
  }
  const reasons = new Map();
  for (const { skipped } of totals) {
    for (const [reason, n] of Object.entries(skipped))
      reasons.set(reason, (reasons.get(reason) ?? 0) + n);
  }
  if (reasons.size > 0) console.log('\nSkipped');
  for (const [reason, n] of reasons) console.log(`  ${String(n).padStart(4)} × ${reason}`);
  if (failedChecks.length > 0 || failedTests.length > 0) {
    console.log('\nFailed');
    for (const check of failedChecks) console.log(`  ${check}`);
    for (const project of failedTests) console.log(`  ${project}`);
    process.exitCode = 1;
  }
  if (failed > 0) process.exitCode = 1;
  const minutes = (performance.now() - from) / 60_000;
  const checks = projects.length === 0 ? 'Types, lint, format, generated files' : 'Types, lint';
  console.log(
    `\n${checks} and the tests of ${totals.length} projects, in ${minutes.toFixed(1)} min.`,
  );
  console.log(`${passed} passed, ${failed} failed, ${sum((one) => count(one.skipped))} skipped`);
}

/** @param {Record<string, number>} skipped */
function count(skipped) {
  return Object.values(skipped).reduce((all, n) => all + n, 0);
}
