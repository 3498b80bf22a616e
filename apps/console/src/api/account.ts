import type { SignedInBrowsersAnswer, CreditsAnswer } from '@bridge/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';

/** Query for the browsers in which the owner is signed in. */
export const browsersQuery = queryOptions({
  queryKey: ['browsers'],
  queryFn: ({ signal }) => send<SignedInBrowsersAnswer>('GET', '/api/console/browsers', { signal }),
});

/** Ends the owner's session in another browser. */
export function endBrowser(id: string): Promise<unknown> {
  return send('POST', '/api/console/browsers/end', { body: { id } });
}

/** Query for the credits of the account and the newest entries of its ledger. */
export const creditsQuery = queryOptions({
  queryKey: ['credits'],
  queryFn: ({ signal }) => send<CreditsAnswer>('GET', '/api/console/credits', { signal }),
});

/** Changes the owner's name. */
export function setProfile(name: string): Promise<unknown> {
  return send('POST', '/api/console/profile', { body: { name } });
}
