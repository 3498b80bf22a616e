import fc from 'fast-check';

// A fixed seed gives the same result on every run; `npm run fuzz` generates new cases.
fc.configureGlobal({ seed: 20_260_101 });
