import { defineConfig } from 'vite';

// No asset is inlined, because the gateway serves the build with a content security policy that refuses `data:` URLs.
export default defineConfig({
  base: '/console/',
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // `src/budgets.test.ts` reads this manifest to find the files that each screen loads.
    manifest: 'manifest.json',
    rolldownOptions: {
      onwarn(warning, warn) {
        // React's packages contain `'use client'` directives for server rendering, which the console does not use.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
});
