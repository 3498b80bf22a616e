export { publisherModule } from './module.ts';
export { makeInspector, type PageInspector } from './inspect/index.ts';
export {
  REFERENCES,
  WARNING_TEXTS,
  type ResourceLoadingConstruct,
  type PageVerdict,
} from './verdict/model/index.ts';
export { CHECKSUM_TOKENS, SECRET_RULES } from './secrets/index.ts';
export { sweepSnapshots, type SnapshotSweepDeps } from './sweep/index.ts';
