import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { processEnv } from '@bridge/kernel';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

/** Results of the tests of one project in one run, as written to the JSON file. */
export interface TestTotals {
  readonly project: string;
  readonly passed: number;
  readonly failed: number;
  /** Number of skipped tests by reason. */
  readonly skipped: Readonly<Record<string, number>>;
}

const NO_REASON = 'no reason given';

/** Writes the results to `<BRIDGE_TEST_RESULTS>/<project>.json`. A test file that fails to load counts as one failure. */
export class TotalsReporter implements Reporter {
  readonly #project: string;

  constructor(project: string) {
    this.#project = project;
  }

  onTestRunEnd(modules: readonly TestModule[], errors: readonly SerializedError[]): void {
    const folder = processEnv()['BRIDGE_TEST_RESULTS'];
    if (folder === undefined || folder === '') return;
    mkdirSync(folder, { recursive: true });
    const file = `${this.#project.replaceAll(/[^a-z0-9-]+/gi, '_')}.json`;
    writeFileSync(join(folder, file), JSON.stringify(this.#sum(modules, errors), null, 2));
  }

  #sum(modules: readonly TestModule[], errors: readonly SerializedError[]): TestTotals {
    let passed = 0;
    let failed = errors.length;
    const skipped: Record<string, number> = {};
    for (const module of modules) {
      if (module.errors().length > 0) failed += 1;
      for (const suite of module.children.allSuites()) failed += suite.errors().length > 0 ? 1 : 0;
      for (const test of module.children.allTests()) {
        const result = test.result();
        if (result.state === 'passed') passed += 1;
        else if (result.state === 'failed') failed += 1;
        else {
          const reason = (result.state === 'skipped' ? result.note : undefined) ?? NO_REASON;
          skipped[reason] = (skipped[reason] ?? 0) + 1;
        }
      }
    }
    return { project: this.#project, passed, failed, skipped };
  }
}
