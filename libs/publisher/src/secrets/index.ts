/** Searches all published bytes for credentials, as text and decoded.
 *  A finding has kind and position, never the secret. */
export {
  findSecrets,
  type LayerSpan,
  type PublishedTexts,
  type SecretFinding,
} from './find-secrets.ts';
export {
  CHECKSUM_TOKENS,
  SECRET_RULES,
  type ChecksumToken,
  type SecretRule,
} from './secret-rules.ts';
