import { defineConfig, mergeConfig } from 'vitest/config';
import { join } from 'node:path';
import { baseConfig } from '../libs/testing/src/vitest/base-config.ts';

export default mergeConfig(
  baseConfig(import.meta.url),
  defineConfig({
    test: {
      globalSetup: [join(import.meta.dirname, 'src', 'global-setup.ts')],
      hookTimeout: 120_000,
      // The database is searched for secrets before the product is stopped.
      teardownTimeout: 60_000,
    },
  }),
);
