import type { MemberWorld, WordAvailability, WorldRecord, WorldWebsite } from '@bridge/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';
import { sendKeyed } from './send-keyed.ts';

const WORLDS = '/api/console/worlds';
/**
 * Interval in ms at which the shown World (public identity) is read again. Changes by other members cause no live event here.
 */
export const WORLD_REFRESH_MS = 10_000;

/** A World (public identity) in the account's list, with its numbers of members, unanswered invitations and websites. */
export interface WorldWithCounts extends WorldRecord {
  readonly listed: boolean;
  readonly members: number;
  /** Number of unanswered invitations; null unless the account is the founder. */
  readonly invitations: number | null;
  /** Number of the account's websites in the World (public identity); null while the service cannot count them. */
  readonly websites: number | null;
}

/** A World (public identity) with its public websites. */
export interface WorldWithPublicWebsites {
  readonly world: MemberWorld;
  /** The public websites; null while the service cannot read them. */
  readonly websites: readonly WorldWebsite[] | null;
}

/** An invitation to a World (public identity) as its recipient sees it on the screen that the link opens. */
export interface ReceivedInvitation {
  readonly word: string;
  readonly title: string;
  readonly role: 'contributor' | 'viewer';
  readonly invited_by: string;
  readonly expires_at: string;
}

/** Query for the Worlds (public identities) of which the account is a member. */
export const worldsQuery = queryOptions({
  queryKey: ['worlds'],
  queryFn: async ({ signal }) =>
    (
      await send<{ readonly worlds: readonly WorldWithCounts[] }>('GET', WORLDS, {
        signal,
      })
    ).worlds,
});

/** Query for whether a word is free as the unique name of a new World (public identity) and, if it is not, for the reason. */
export function wordQuery(word: string) {
  return queryOptions({
    queryKey: ['word', word],
    queryFn: ({ signal }) =>
      send<WordAvailability>('GET', `/api/console/words/${encodeURIComponent(word)}`, { signal }),
    enabled: word !== '',
  });
}

/** Creates a World (public identity) with this word as its unique name. The account becomes its founder. */
export function foundWorld(word: string, key: string): Promise<{ readonly world: WorldRecord }> {
  return sendKeyed(WORLDS, key, { word });
}

/** Query for one World (public identity) with its public websites. */
export function worldQuery(word: string) {
  return queryOptions({
    queryKey: ['world', word],
    queryFn: ({ signal }) => send<WorldWithPublicWebsites>('GET', `${WORLDS}/${word}`, { signal }),
    refetchInterval: WORLD_REFRESH_MS,
  });
}

/** Sets the title and text of the dashboard (the public page) of a World (public identity). */
export function setDashboard(
  word: string,
  dashboard: { readonly title: string; readonly text: string },
): Promise<unknown> {
  return send('POST', `/api/agent-bridge/worlds/${word}`, { body: dashboard });
}

/**
 * Allows the public overview (the list of the newest Worlds of all accounts) to contain a World (public identity), or forbids
 * it.
 */
export function setWorldListed(
  { word, listed }: { readonly word: string; readonly listed: boolean },
  key: string,
): Promise<unknown> {
  return sendKeyed(`${WORLDS}/${word}/listed`, key, { listed });
}

/** A change that hides a website from the public list of a World (`off: true`) or shows it there again (`off: false`). */
export interface WorldWebsiteListingRequest {
  readonly word: string;
  readonly pageId: number;
  readonly off: boolean;
}

/** Hides a website from the public list of a World (public identity), or shows it there again. */
export function setWebsiteOff(
  { word, pageId, off }: WorldWebsiteListingRequest,
  key: string,
): Promise<unknown> {
  return sendKeyed(`${WORLDS}/${word}/off`, key, { page_id: pageId, off });
}

/** A founder's offer to make a member the new founder of a World (public identity); `member: null` withdraws the offer. */
export interface FounderHandoverRequest {
  readonly word: string;
  readonly member: string | null;
}

/**
 * Offers a World (public identity) to a member, which becomes its founder when it accepts. With `member: null` the offer is
 * withdrawn.
 */
export function offerWorld(
  { word, member }: FounderHandoverRequest,
  key: string,
): Promise<unknown> {
  return sendKeyed(`${WORLDS}/${word}/hand-over`, key, { member });
}

/** Accepts (`accept: true`) or declines the offer to become the founder of a World (public identity). */
export function answerOffer(word: string, accept: boolean): Promise<unknown> {
  return send('POST', `${WORLDS}/${word}/hand-over/answer`, { body: { accept } });
}

/** Ends the account's membership of a World (public identity). */
export function leaveWorld(word: string): Promise<unknown> {
  return send('POST', `${WORLDS}/${word}/leave`, { body: {} });
}

/** Query for the invitation to a World (public identity) whose link contains this token. */
export function invitationQuery(word: string, token: string) {
  return queryOptions({
    queryKey: ['invitation', word, token],
    queryFn: async ({ signal }) =>
      (
        await send<{ readonly invitation: ReceivedInvitation }>(
          'POST',
          `/api/console/invitations/${word}/read`,
          { body: { token }, signal },
        )
      ).invitation,
    retry: false,
    // After the recipient has answered, the link is invalid and a further read would fail. So the invitation is read once.
    staleTime: Infinity,
  });
}

/** Accepts (`accept: true`) or declines the invitation to a World (public identity) whose link contains `token`. */
export function answerInvitation(word: string, token: string, accept: boolean): Promise<unknown> {
  return send('POST', `/api/console/invitations/${word}`, { body: { token, accept } });
}
