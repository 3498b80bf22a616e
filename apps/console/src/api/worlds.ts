import type { MemberWorld, WordState, WorldRecord, WorldWebsite } from '@bridge/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';
import { sendKeyed } from './send-keyed.ts';

const WORLDS = '/api/console/worlds';
/** Interval in ms at which an open World is read again: changes by other members cause no live event for this account. */
export const WORLD_REFRESH_MS = 10_000;

/** A World in the account's list, with its counts. */
export interface OwnWorld extends WorldRecord {
  readonly listed: boolean;
  readonly members: number;
  /** Number of open invitations; null unless the account is the founder. */
  readonly invitations: number | null;
  /** Number of the account's websites in the World; null while the service cannot count them. */
  readonly websites: number | null;
}

/** A World with its public websites. */
export interface WorldView {
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
      await send<{ readonly worlds: readonly OwnWorld[] }>('GET', WORLDS, {
        signal,
      })
    ).worlds,
});

/** Query whether a word is free for a new World, and if not, the reason. */
export function wordQuery(word: string) {
  return queryOptions({
    queryKey: ['word', word],
    queryFn: ({ signal }) =>
      send<WordState>('GET', `/api/console/words/${encodeURIComponent(word)}`, { signal }),
    enabled: word !== '',
  });
}

/** Founds a World. */
export function foundWorld(word: string, key: string): Promise<{ readonly world: WorldRecord }> {
  return sendKeyed(WORLDS, key, { word });
}

/** Query for one World with its public websites. */
export function worldQuery(word: string) {
  return queryOptions({
    queryKey: ['world', word],
    queryFn: ({ signal }) => send<WorldView>('GET', `${WORLDS}/${word}`, { signal }),
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

/** Adds a World to the public overviews, or leaves it out. */
export function setWorldListed(
  { word, listed }: { readonly word: string; readonly listed: boolean },
  key: string,
): Promise<unknown> {
  return sendKeyed(`${WORLDS}/${word}/listed`, key, { listed });
}

/** A website to take off a World's public list, or to put back. */
export interface WebsiteOff {
  readonly word: string;
  readonly pageId: number;
  readonly off: boolean;
}

/** Takes a website off a World's public list, or puts it back. */
export function setWebsiteOff({ word, pageId, off }: WebsiteOff, key: string): Promise<unknown> {
  return sendKeyed(`${WORLDS}/${word}/off`, key, { page_id: pageId, off });
}

/** An offer to make a member the founder of a World; `member: null` withdraws it. */
export interface WorldOffer {
  readonly word: string;
  readonly member: string | null;
}

/** Offers a World to a member, who becomes its founder by accepting. */
export function offerWorld({ word, member }: WorldOffer, key: string): Promise<unknown> {
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

/** Query for the invitation that a link names. */
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
    // A link can be answered once, so the invitation is not read again while the screen shows it.
    staleTime: Infinity,
  });
}

/** Accepts or declines an invitation. */
export function answerInvitation(word: string, token: string, accept: boolean): Promise<unknown> {
  return send('POST', `/api/console/invitations/${word}`, { body: { token, accept } });
}
