export { publisherModule } from './module.ts';
export type { Inspection } from './inspect/inspection.ts';
export {
  INSPECTION_LIMITS,
  makeInspector,
  type Inspector,
  type PageToInspect,
} from './inspect/inspector.ts';
export { REFERENCES, type Reference } from './verdict/references.ts';
export type { PageAddress, ReferenceClass, Verdict, WarningCode } from './verdict/model.ts';
export { WARNING_TEXTS, type WarningText } from './verdict/messages.ts';
export {
  CHECKSUM_TOKENS,
  SECRET_RULES,
  type ChecksumToken,
  type SecretRule,
} from './secrets/secret-rules.ts';
export {
  findSecrets,
  type LayerSpan,
  type PublishedTexts,
  type SecretFinding,
} from './secrets/find-secrets.ts';
export { sweepSnapshots, type SweepDeps, type SweepPass } from './sweep/sweep-snapshots.ts';
