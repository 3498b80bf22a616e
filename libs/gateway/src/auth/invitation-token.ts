import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';

const TOKEN_BYTES = 32;

/** The token of an invitation's link, as a browser sends it. */
export const invitationToken = z.string().regex(/^[A-Za-z0-9_-]{43}$/);

/** SHA-256 of a token in hex: all that leaves the gateway and all that is stored. */
export function hashOfToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}

/** Makes the token of a new invitation. */
export function makeInvitationToken(): { readonly token: string; readonly hash: string } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  return { token, hash: hashOfToken(token) };
}
