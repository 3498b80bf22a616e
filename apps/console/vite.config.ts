import { defineConfig } from 'vite';

// Hashed files under one folder; the gateway serves them with a strict content security policy.
export default defineConfig({
  base: '/console/',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
