export { publisherModule } from './module.ts';
export {
  INSPECTION_LIMITS,
  makeInspector,
  type Inspection,
  type Inspector,
  type PageToInspect,
} from './inspect/index.ts';
export {
  REFERENCES,
  WARNING_TEXTS,
  type PageAddress,
  type Reference,
  type ReferenceClass,
  type Verdict,
  type WarningCode,
  type WarningText,
} from './verdict/model/index.ts';
export {
  CHECKSUM_TOKENS,
  findSecrets,
  SECRET_RULES,
  type ChecksumToken,
  type LayerSpan,
  type PublishedTexts,
  type SecretFinding,
  type SecretRule,
} from './secrets/index.ts';
export { sweepSnapshots, type SweepDeps, type SweepPass } from './sweep/index.ts';
