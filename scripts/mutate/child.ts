// Child process that tests the mutants of a core module. Its argument is the task as JSON. Exit code 0: all mutants were
// tested; 1: a test fails even without a mutant.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { createVitest, type TestRunResult, type Vitest } from 'vitest/node';
import { instrument, SWITCH } from './instrument.ts';
import type { MutationTask } from './task.ts';
import { writeLog } from './verdicts.ts';

/** The vitest setup that provides the Postgres server for tests. */
const GLOBAL_SETUP = join(import.meta.dirname, '../../libs/testing/src/vitest/global-setup.ts');
/** Time limit of one test, in ms. Tests of a core module do no I/O, so they are fast. */
const TEST_MS = 15_000;

/**
 * Makes a Vite plugin that replaces the sources of a core module with their instrumented versions, which contain all mutants.
 */
function mutantsPlugin({ sources }: MutationTask): {
  name: string;
  enforce: 'pre';
  transform: TransformFunction;
} {
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
/** The `transform` function of a Vite plugin. */
type TransformFunction = (code: string, id: string) => { code: string; map: null } | undefined;

function failuresOf(
  { testModules, unhandledErrors }: TestRunResult,
  { only }: MutationTask,
): readonly string[] {
  const messages = testModules.flatMap((one) => [
    ...one.errors().map(({ message }) => `${one.relativeModuleId}: ${message}`),
    ...[...one.children.allTests('failed')].map(
      (test) => `${test.fullName}: ${test.result().errors?.[0]?.message ?? ''}`,
    ),
  ]);
  // Errors outside a test count only when one mutant has the thread for itself. In a shared thread an earlier mutant may have
  // caused them.
  return only === null ? messages : [...messages, ...unhandledErrors.map((one) => inspect(one))];
}

async function runTests(vitest: Vitest, task: MutationTask): Promise<readonly string[]> {
  vitest.provide('mutation', task);
  const found = await vitest.globTestSpecifications([...task.tests]);
  if (found.length === 0) return [`no test file is named ${task.tests.join(', ')}`];
  return failuresOf(await vitest.runTestSpecifications(found, true), task);
}

async function main(): Promise<void> {
  const task = JSON.parse(process.argv[2] ?? '') as MutationTask;
  // The global setup runs in this thread and may import sources of the core module, so this definition of `SWITCH` turns all
  // mutants off.
  Object.assign(globalThis, { [SWITCH]: () => false });
  const isEach = task.each !== null;
  const vitest = await createVitest(
    {
      root: task.project,
      config: false,
      watch: false,
      include: ['**/*.test.ts'],
      reporters: [{}],
      globalSetup: [GLOBAL_SETUP],
      runner: join(import.meta.dirname, 'mutant-runner.ts'),
      pool: 'threads',
      maxWorkers: 1,
      isolate: isEach,
      // The key of vitest's module cache does not depend on the content of plugins, so the cache would return the mutants of an
      // earlier run.
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
    // When a test detects a mutant, vitest sets a failing exit code. This process fails only when a test fails without a
    // mutant.
    process.exitCode = 0;
  } finally {
    await vitest.close();
  }
}

declare module 'vitest' {
  // The name of vitest's interface that projects extend.
  interface ProvidedContext {
    mutation: MutationTask;
  }
}

await main();
