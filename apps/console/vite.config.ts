import { defineConfig } from 'vite';

// Builds files with hashed names into one folder. The gateway serves them with a strict content security policy, which refuses
// `data:` URLs, so no asset is inlined.
export default defineConfig({
  base: '/console/',
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The test of the size budgets uses the manifest to find the files that each screen loads.
    manifest: 'manifest.json',
    rolldownOptions: {
      onwarn(warning, warn) {
        // React's packages contain `'use client'` directives for server rendering, which the console does not use, so the
        // warning is ignored.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
});
