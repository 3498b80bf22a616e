import { isAgentKey } from '@bridge/kernel';
import { searchSecrets, type SecretCandidate, type SecretFinding } from './secret-search.ts';

export type { SecretFinding };

/** Findings named in one refusal; the first already says enough. */
export const SECRETS_SHOWN_MAX = 20;

/** What of the candidates is a secret for certain; keys of this service must have a valid checksum. */
export function confirmSecrets(candidates: readonly SecretCandidate[]): readonly SecretFinding[] {
  return candidates
    .filter(({ agentKey }) => agentKey === undefined || isAgentKey(agentKey))
    .slice(0, SECRETS_SHOWN_MAX)
    .map(({ kind, line, column }) => ({ kind, line, column }));
}

/** Finds secrets in a text: kind and place, never the secret. Source: publish design D5. */
export function findSecrets(text: string): readonly SecretFinding[] {
  return confirmSecrets(searchSecrets(text));
}
