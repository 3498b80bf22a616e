import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ROOT } from '../shared-folder.ts';
import { TotalsReporter } from './totals-reporter.ts';

/** Returns the vitest configuration shared by all projects: `export default baseConfig(import.meta.url)`. */
export function baseConfig(configUrl: string): ReturnType<typeof defineConfig> {
  const root = dirname(fileURLToPath(configUrl));
  return defineConfig({
    // All projects share one cache folder of vitest.
    cacheDir: join(ROOT, 'node_modules/.cache/vitest'),
    test: {
      name: basename(root),
      root,
      include: ['**/*.test.ts', '**/*.test.tsx'],
      exclude: ['**/node_modules/**', '**/dist/**'],
      passWithNoTests: true,
      // The files of a project share its modules, which takes a third less time than loading them for each file.
      isolate: false,
      // Real servers and browsers on a busy machine are slow. A longer wait counts as a hang.
      testTimeout: 30_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 20_000 } },
      // All machines that run the tests have at least two cores.
      maxWorkers: 2,
      setupFiles: ['check-errors.ts', 'seed-properties.ts'].map((file) =>
        join(import.meta.dirname, file),
      ),
      globalSetup: [join(import.meta.dirname, 'global-setup.ts')],
      reporters: ['default', new TotalsReporter(relative(ROOT, root))],
    },
  });
}
