/** Searches all published bytes for credentials, in plain and in encoded form.
 *  A finding contains the kind and the position of a secret, never the secret itself. */
export {
  findSecrets,
  type LayerPositionInPage,
  type PublicationContent,
  type SecretFinding,
} from './find-secrets.ts';
export {
  CHECKSUM_TOKENS,
  SECRET_RULES,
  type ChecksumTokenFormat,
  type SecretRule,
} from './secret-rules.ts';
