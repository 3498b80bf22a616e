import { defineConfig, mergeConfig } from 'vitest/config';
import { join } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { baseConfig } from '../libs/testing/src/vitest/base-config.ts';

/** The longest suite takes minutes: begun last, it would keep one processor waiting for all of them. */
class LongestFirst extends BaseSequencer {
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
      sequence: { sequencer: LongestFirst },
      globalSetup: [join(import.meta.dirname, 'src', 'global-setup.ts')],
      hookTimeout: 120_000,
      // The database is searched for secrets before the product is stopped.
      teardownTimeout: 60_000,
    },
  }),
);
