// The process that runs the tests of a core by the task in its argument. Exit code 0: every mutant was tried; 1:
// a test fails without any mutant.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { createVitest, type TestRunResult, type Vitest } from 'vitest/node';
import { instrument, SWITCH } from './instrument.ts';
import type { Task } from './task.ts';
import { writeLog } from './verdicts.ts';

/** Starts a Postgres for the tests that use one. */
const GLOBAL_SETUP = join(import.meta.dirname, '../../libs/testing/src/vitest/global-setup.ts');
/** Time limit of one test; tests of pure cores do no I/O. */
const TEST_MS = 15_000;

/** The plugin that hands out the sources of a core with their mutants. */
function mutantsPlugin({ sources }: Task): { name: string; enforce: 'pre'; transform: Transform } {
  const firstIds = new Map(sources);
  return {
    name: 'mutants',
    enforce: 'pre',
    transform(code, id) {
      const path = id.replace(/\?.*$/, '');
      const firstId = firstIds.get(path);
      return firstId === undefined
        ? undefined
        : { code: instrument(path, code, firstId).text, map: null };
    },
  };
}
type Transform = (code: string, id: string) => { code: string; map: null } | undefined;

function failuresOf(
  { testModules, unhandledErrors }: TestRunResult,
  { only }: Task,
): readonly string[] {
  const messages = testModules.flatMap((one) => [
    ...one.errors().map(({ message }) => `${one.relativeModuleId}: ${message}`),
    ...[...one.children.allTests('failed')].map(
      (test) => `${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`,
    ),
  ]);
  // Errors outside of a test count only in a thread of one mutant; in a shared thread earlier mutants cause them.
  return only === null ? messages : [...messages, ...unhandledErrors.map((one) => inspect(one))];
}

async function runTests(vitest: Vitest, task: Task): Promise<readonly string[]> {
  vitest.provide('mutation', task);
  const found = await vitest.globTestSpecifications([...task.tests]);
  if (found.length === 0) return [`no test file is named ${task.tests.join(', ')}`];
  return failuresOf(await vitest.runTestSpecifications(found, true), task);
}

async function main(): Promise<void> {
  const task = JSON.parse(process.argv[2] ?? '') as Task;
  // The global setup runs in this thread, and may load sources of the core.
  Object.assign(globalThis, { [SWITCH]: () => false });
  const isEach = task.each !== null;
  const vitest = await createVitest(
    {
      root: task.room,
      config: false,
      watch: false,
      include: ['**/*.test.ts'],
      reporters: [{}],
      globalSetup: [GLOBAL_SETUP],
      runner: join(import.meta.dirname, 'mutant-runner.ts'),
      pool: 'threads',
      maxWorkers: 1,
      isolate: isEach,
      // The cache key contains only the names of plugins, so the cache would return the mutants of an earlier run.
      fsModuleCache: false,
      bail: isEach ? 1 : 0,
      testTimeout: TEST_MS,
    },
    { cacheDir: dirname(task.log), plugins: [mutantsPlugin(task)] },
  );
  try {
    if (task.each === null) {
      const failures = await runTests(vitest, task);
      for (const failure of failures) console.error(failure);
      process.exitCode = failures.length === 0 ? 0 : 1;
      return;
    }
    for (const id of task.each) {
      writeFileSync(task.current, String(id));
      const [failure] = await runTests(vitest, { ...task, only: id });
      writeLog(task.log, failure === undefined ? ['survived', id] : ['killed', id, failure]);
    }
    writeFileSync(task.current, '');
    // Vitest counts the tests that a mutant fails as failures of this process.
    process.exitCode = 0;
  } finally {
    await vitest.close();
  }
}

declare module 'vitest' {
  // The name is vitest's own: an interface that each project extends.
  interface ProvidedContext {
    mutation: Task;
  }
}

await main();
