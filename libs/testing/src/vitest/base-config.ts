import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { ROOT } from '../shared-folder.ts';
import { TotalsReporter } from './totals-reporter.ts';

/**
 * The configuration that every project's vitest.config.ts takes, given its own `import.meta.url`:
 * `export default baseConfig(import.meta.url)`.
 */
export function baseConfig(configUrl: string): ReturnType<typeof defineConfig> {
  const root = dirname(fileURLToPath(configUrl));
  return defineConfig({
    // One cache for all projects.
    cacheDir: join(ROOT, 'node_modules/.cache/vitest'),
    test: {
      name: basename(root),
      root,
      include: ['**/*.test.ts', '**/*.test.tsx'],
      exclude: ['**/node_modules/**', '**/dist/**'],
      passWithNoTests: true,
      // Real servers on a busy machine are slow; a longer wait is a hang.
      testTimeout: 30_000,
      hookTimeout: 60_000,
      // Every machine this runs on has two cores or more.
      maxWorkers: 2,
      setupFiles: ['check-errors.ts', 'seed-properties.ts'].map((file) =>
        join(import.meta.dirname, file),
      ),
      globalSetup: [join(import.meta.dirname, 'global-setup.ts')],
      reporters: ['default', new TotalsReporter(relative(ROOT, root))],
    },
  });
}
