import { defineConfig } from 'vite';

// Writes files with hashed names into one folder; the gateway serves them with a strict content security policy.
export default defineConfig({
  base: '/console/',
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The test of the size budgets reads from the manifest which files each screen needs.
    manifest: 'manifest.json',
    rolldownOptions: {
      onwarn(warning, warn) {
        // React's packages mark files for server rendering, which the console does not use.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
});
