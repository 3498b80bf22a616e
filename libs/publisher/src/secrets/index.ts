/** Searches everything that is published for credentials, in the text and decoded from it.
 *  A finding has kind and place, never the secret. */
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
