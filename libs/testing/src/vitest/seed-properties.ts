import fc from 'fast-check';

// With a fixed seed, every test run generates the same cases. `npm run fuzz` generates new ones.
fc.configureGlobal({ seed: 20_260_101 });
