import type { MemberWorld, WordState, WorldRecord, WorldWebsite } from '@bridge/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';
import type { WebsiteList } from './websites.ts';

const WORLDS = '/api/console/worlds';
/** Changes by other members are rows of their journals, so an open World is read again by itself. */
export const WORLD_REFRESH_MS = 10_000;

/** A World of the account’s list with its counts. */
export interface OwnWorld extends WorldRecord {
  readonly listed: boolean;
  readonly members: number;
  /** Open invitations; null for others than the founder. */
  readonly invitations: number | null;
  /** Own websites; null while they cannot be counted. */
  readonly websites: number | null;
}

/** A World with its public websites. */
export interface WorldView {
  readonly world: MemberWorld;
  /** Null while they cannot be read. */
  readonly websites: readonly WorldWebsite[] | null;
}

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
      await send<{ readonly worlds: readonly OwnWorld[] }>('GET', WORLDS, {
        signal,
      })
    ).worlds,
});

/** Tells whether a word can be founded, and why not. */
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
  return send('POST', WORLDS, { body: { word, idempotency_key: key } });
}

/** Reads one World with its public websites. */
export function worldQuery(word: string) {
  return queryOptions({
    queryKey: ['world', word],
    queryFn: ({ signal }) => send<WorldView>('GET', `${WORLDS}/${word}`, { signal }),
    refetchInterval: WORLD_REFRESH_MS,
  });
}

/** Reads the account’s own websites in a World page by page, drafts too. */
export function ownWebsitesQuery(word: string) {
  return infiniteQueryOptions({
    queryKey: ['websites', word],
    queryFn: ({ pageParam, signal }) =>
      send<WebsiteList>('GET', `/api/console/pages?word=${word}&after_id=${pageParam}`, { signal }),
    initialPageParam: 0,
    getNextPageParam: ({ next_after_id: next }) => next,
  });
}

/** Sets title and text of the dashboard of a World. */
export function setDashboard(
  word: string,
  dashboard: { readonly title: string; readonly text: string },
): Promise<unknown> {
  return send('POST', `/api/agent-bridge/worlds/${word}`, { body: dashboard });
}

/** A website that is taken off a World, or put back. */
export interface WebsiteOff {
  readonly word: string;
  readonly pageId: number;
  readonly off: boolean;
}

/** Takes a website off a World, or puts it back. */
export function setWebsiteOff({ word, pageId, off }: WebsiteOff, key: string): Promise<unknown> {
  return send('POST', `${WORLDS}/${word}/off`, {
    body: { page_id: pageId, off, idempotency_key: key },
  });
}

/** An offer of a World to a member; null ends it. */
export interface WorldOffer {
  readonly word: string;
  readonly member: string | null;
}

/** Offers a World to a member, who becomes its founder by accepting. */
export function offerWorld({ word, member }: WorldOffer, key: string): Promise<unknown> {
  return send('POST', `${WORLDS}/${word}/hand-over`, { body: { member, idempotency_key: key } });
}

/** Accepts or declines a World that is offered to this account. */
export function answerOffer(word: string, accept: boolean): Promise<unknown> {
  return send('POST', `${WORLDS}/${word}/hand-over/answer`, { body: { accept } });
}

/** Ends the own membership of a World. */
export function leaveWorld(word: string): Promise<unknown> {
  return send('POST', `${WORLDS}/${word}/leave`, { body: {} });
}

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
