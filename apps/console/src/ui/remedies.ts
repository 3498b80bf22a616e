/**
 * For each of the most frequent error codes of agents' calls, a sentence about what helps. For any other code a link to its
 * documentation is shown.
 */
const REMEDIES: Readonly<Record<string, string>> = {
  key_expired: 'This key has expired. Make another one, and give it to the agent.',
  key_revoked: 'This key was revoked. Make another one.',
  insufficient_scope: 'The key may not do this. Rotate it with the scope that is missing.',
  world_forbidden: 'Your account may not publish in this World. Its founder can invite you.',
  key_world_not_allowed: 'The key is limited to other Worlds. Make one that includes this World.',
  rate_limited: 'The agent calls too often. It may call again after a moment.',
  quota_exceeded: 'A quota is used up. Delete what you do not need.',
  credits_exhausted: 'The credits are used up. The operator grants more.',
  revision_conflict: 'The agent worked on an older revision. It must read the draft again.',
  patch_no_match: 'The text to replace is not in the draft. The agent must read the draft again.',
  patch_ambiguous: 'The text to replace occurs more than once. The agent must name more of it.',
  secret_in_html: 'The draft contains a secret. Take it out, and change the secret.',
  idempotency_mismatch:
    'The agent used one key for two different calls. It needs a new key for each.',
  page_not_found: 'The website is deleted, or the key may not see it.',
};

/** Returns the sentence about what helps against an error code, or undefined for a code that has no such sentence. */
export function remedyOf(code: string): string | undefined {
  return REMEDIES[code];
}
