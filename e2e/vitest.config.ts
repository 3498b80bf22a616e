import { defineConfig, mergeConfig } from 'vitest/config';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { baseConfig } from '../libs/testing/src/vitest/base-config.ts';

/** Starts the longest suite first: started last, it would run alone for minutes on one of two processors. */
class TortureFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification): boolean =>
      moduleId.endsWith('/torture/torture.test.ts');
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

export default mergeConfig(
  baseConfig(import.meta.url),
  defineConfig({
    test: {
      sequence: { sequencer: TortureFirstSequencer },
      globalSetup: [join(import.meta.dirname, 'src', 'global-setup.ts')],
      hookTimeout: 120_000,
      // The teardown searches the database for secrets before it stops the product.
      teardownTimeout: 60_000,
    },
  }),
);
