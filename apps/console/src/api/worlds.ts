import type { WorldRecord } from '@bridge/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';

/** An invitation as its link shows it. */
export interface InvitationView {
  readonly word: string;
  readonly title: string;
  readonly role: 'contributor' | 'viewer';
  readonly invited_by: string;
  readonly expires_at: string;
}

/** Reads the Worlds of the account. */
export const worldsQuery = queryOptions({
  queryKey: ['worlds'],
  queryFn: async ({ signal }) =>
    (
      await send<{ readonly worlds: readonly WorldRecord[] }>('GET', '/api/console/worlds', {
        signal,
      })
    ).worlds,
});

/** Reads the invitation of a link. */
export function invitationQuery(word: string, token: string) {
  return queryOptions({
    queryKey: ['invitation', word, token],
    queryFn: async ({ signal }) =>
      (
        await send<{ readonly invitation: InvitationView }>(
          'POST',
          `/api/console/invitations/${word}/read`,
          { body: { token }, signal },
        )
      ).invitation,
    retry: false,
    // A link works once: it is not read again behind the page.
    staleTime: Infinity,
  });
}

/** Accepts or declines an invitation. */
export function answerInvitation(word: string, token: string, accept: boolean): Promise<unknown> {
  return send('POST', `/api/console/invitations/${word}`, { body: { token, accept } });
}
