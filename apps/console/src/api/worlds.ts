import type { MemberWorld, WordAvailability, WorldRecord, WorldWebsite } from '@bridge/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';
import { sendKeyed } from './send-keyed.ts';

const WORLDS = '/api/console/worlds';
/** Interval in ms at which an open World is read again: changes by other members cause no live event for this account. */
export const WORLD_REFRESH_MS = 10_000;

/** A World in the account's list, with its counts. */
export interface CountedWorld extends WorldRecord {
  readonly listed: boolean;
  readonly members: number;
  /** Number of open invitations; null unless the account is the founder. */
  readonly invitations: number | null;
  /** Number of the account's websites in the World; null while the service cannot count them. */
  readonly websites: number | null;
}

/** A World with its public websites. */
export interface WorldWithWebsites {
  readonly world: MemberWorld;
  /** The public websites; null while the service cannot read them. */
  readonly websites: readonly WorldWebsite[] | null;
}

/** An invitation as its recipient sees it through the link. */
export interface InvitationView {
  readonly word: string;
  readonly title: string;
  readonly role: 'contributor' | 'viewer';
  readonly invited_by: string;
  readonly expires_at: string;
}

/** Query for the Worlds of the account. */
export const worldsQuery = queryOptions({
  queryKey: ['worlds'],
  queryFn: async ({ signal }) =>
    (
      await send<{ readonly worlds: readonly CountedWorld[] }>('GET', WORLDS, {
        signal,
      })
    ).worlds,
});

/** Query for whether a word is free for a new World and, if it is not, for the reason. */
export function wordQuery(word: string) {
  return queryOptions({
    queryKey: ['word', word],
    queryFn: ({ signal }) =>
      send<WordAvailability>('GET', `/api/console/words/${encodeURIComponent(word)}`, { signal }),
    enabled: word !== '',
  });
}

/** Creates a World with this word. The account becomes its founder. */
export function foundWorld(word: string, key: string): Promise<{ readonly world: WorldRecord }> {
  return sendKeyed(WORLDS, key, { word });
}

/** Query for one World with its public websites. */
export function worldQuery(word: string) {
  return queryOptions({
    queryKey: ['world', word],
    queryFn: ({ signal }) => send<WorldWithWebsites>('GET', `${WORLDS}/${word}`, { signal }),
    refetchInterval: WORLD_REFRESH_MS,
  });
}

/** Sets the title and text of a World's dashboard. */
export function setDashboard(
  word: string,
  dashboard: { readonly title: string; readonly text: string },
): Promise<unknown> {
  return send('POST', `/api/agent-bridge/worlds/${word}`, { body: dashboard });
}

/** Adds a World to the public overviews, or removes it from them. */
export function setWorldListed(
  { word, listed }: { readonly word: string; readonly listed: boolean },
  key: string,
): Promise<unknown> {
  return sendKeyed(`${WORLDS}/${word}/listed`, key, { listed });
}

/** A website of a World that is hidden from the World's public list (`off: true`) or shown there again. */
export interface WebsiteListingChange {
  readonly word: string;
  readonly pageId: number;
  readonly off: boolean;
}

/** Hides a website from a World's public list, or shows it there again. */
export function setWebsiteOff(
  { word, pageId, off }: WebsiteListingChange,
  key: string,
): Promise<unknown> {
  return sendKeyed(`${WORLDS}/${word}/off`, key, { page_id: pageId, off });
}

/** An offer to make a member the founder of a World; `member: null` withdraws it. */
export interface FounderHandoverRequest {
  readonly word: string;
  readonly member: string | null;
}

/** Offers a World to a member, who becomes its founder on accepting. With `member: null` the offer is withdrawn. */
export function offerWorld(
  { word, member }: FounderHandoverRequest,
  key: string,
): Promise<unknown> {
  return sendKeyed(`${WORLDS}/${word}/hand-over`, key, { member });
}

/** Accepts or declines the offer to become the founder of a World. */
export function answerOffer(word: string, accept: boolean): Promise<unknown> {
  return send('POST', `${WORLDS}/${word}/hand-over/answer`, { body: { accept } });
}

/** Ends the account's membership of a World. */
export function leaveWorld(word: string): Promise<unknown> {
  return send('POST', `${WORLDS}/${word}/leave`, { body: {} });
}

/** Query for the invitation to which a link with this token belongs. */
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
    // After the answer the link is invalid, and a further read would fail. So the invitation is read once.
    staleTime: Infinity,
  });
}

/** Accepts or declines an invitation. */
export function answerInvitation(word: string, token: string, accept: boolean): Promise<unknown> {
  return send('POST', `/api/console/invitations/${word}`, { body: { token, accept } });
}
