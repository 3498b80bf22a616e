import { defineConfig } from 'vite';

// Hashed files under one folder; the gateway serves them with a strict content security policy.
export default defineConfig({
  base: '/console/',
  worker: { format: 'es' },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The test of the budgets reads which files the first load and each screen need.
    manifest: 'manifest.json',
    rolldownOptions: {
      onwarn(warning, warn) {
        // React's packages mark their files for servers that render; nothing here does.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
});
