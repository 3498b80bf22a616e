export { publisherModule } from './module.ts';
export { makeInspector, type Inspector } from './inspect/index.ts';
export { REFERENCES, WARNING_TEXTS, type Reference, type Verdict } from './verdict/model/index.ts';
export { CHECKSUM_TOKENS, SECRET_RULES } from './secrets/index.ts';
export { sweepSnapshots, type SweepDeps } from './sweep/index.ts';
