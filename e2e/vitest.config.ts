import { defineConfig, mergeConfig } from 'vitest/config';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { baseConfig } from '../libs/testing/src/vitest/base-config.ts';

/**
 * The longest test files, in the order in which they start. A long file that starts last would run alone on one of the two
 * processors. The files that run beside the first one mostly wait, so that the first one, which injects faults, gets enough
 * time.
 */
const LONGEST = [
  ...['torture/torture', 'gauntlet/older-database', 'gauntlet/database-ends', 'scenarios/keys'],
  ...['mcp/python', 'split/split', 'gauntlet/publish-faults', 'browser/editor-order'],
  ...['split/hardship', 'browser/worlds', 'torture/all-in-one', 'browser/editor'],
].map((name) => join(import.meta.dirname, 'src', `${name}.test.ts`));
const lost = LONGEST.filter((file) => !existsSync(file));
if (lost.length > 0)
  throw new Error(`Files that are to start first are missing: ${lost.join(', ')}`);

/** Starts the longest files first, and the others in the order of vitest. */
class LongestFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const first = LONGEST.flatMap((path) => sorted.filter(({ moduleId }) => moduleId === path));
    return [...first, ...sorted.filter((file) => !first.includes(file))];
  }
}

export default mergeConfig(
  baseConfig(import.meta.url),
  defineConfig({
    test: {
      // A module variable holds the product of a file, and the file stops it at its end.
      isolate: true,
      // A file waits for its product and its browser a third of the time: a third file uses that time of two processors.
      maxWorkers: 3,
      sequence: { sequencer: LongestFirstSequencer },
      globalSetup: [join(import.meta.dirname, 'src', 'global-setup.ts')],
      hookTimeout: 120_000,
      // Time in ms for the teardown. It searches the database for secrets before it stops the product.
      teardownTimeout: 60_000,
    },
  }),
);
