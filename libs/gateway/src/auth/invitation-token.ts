import { hash, randomBytes } from 'node:crypto';
import { z } from 'zod';

const INVITATION_TOKEN_BYTES = 32;

/** Schema of the token in an invitation's link. */
export const invitationToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** Returns the SHA-256 of an invitation’s token in hex. Services receive and store only this hash. */
export function hashOfToken(token: string): string {
  return hash('sha256', token);
}

/** Creates a random token for a new invitation, and its hash. */
export function makeInvitationToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(INVITATION_TOKEN_BYTES).toString('base64url');
  return { token, hash: hashOfToken(token) };
}
