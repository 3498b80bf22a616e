import type { BrowsersAnswer, CreditsAnswer } from '@bridge/contracts';
import { queryOptions } from '@tanstack/react-query';
import { send } from './client.ts';

/** Reads the browsers that are signed in. */
export const browsersQuery = queryOptions({
  queryKey: ['browsers'],
  queryFn: ({ signal }) => send<BrowsersAnswer>('GET', '/api/console/browsers', { signal }),
});

/** Ends the session of another browser. */
export function endBrowser(id: string): Promise<unknown> {
  return send('POST', '/api/console/browsers/end', { body: { id } });
}

/** Reads the credits of the account with the newest entries of the ledger. */
export const creditsQuery = queryOptions({
  queryKey: ['credits'],
  queryFn: ({ signal }) => send<CreditsAnswer>('GET', '/api/console/credits', { signal }),
});

/** Changes the name of the owner. */
export function setProfile(name: string): Promise<unknown> {
  return send('POST', '/api/console/profile', { body: { name } });
}
