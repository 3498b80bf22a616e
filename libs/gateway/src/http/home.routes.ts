import { ACCOUNT, BUILDER, hideRequest, LIMITS, pageId } from '@bridge/contracts';
import type { DatabaseClient } from '@bridge/db';
import { BridgeError, type Clock } from '@bridge/kernel';
import { z } from 'zod';
import { composeHome, factsHash, type HomeDeps } from '../home/compose-home.ts';
import { searchAccount } from '../home/search-account.ts';
import type { HttpRoute } from './exchange.ts';
import type { OwnerRequest, OwnerRouteFactory } from './owner-routes.ts';
import { emptyQuery, storableText } from './params.ts';

/** Schema of the query of the route that returns titles of websites: the websites’ ids, such as `ids=7,12`. */
const titlesQuery = z.strictObject({
  ids: z
    .string()
    .max(LIMITS.titlesPerReadMax * 16)
    .regex(/^[1-9][0-9]{0,14}(?:,[1-9][0-9]{0,14})*$/)
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(pageId).max(LIMITS.titlesPerReadMax)),
});
const searchQuery = z.strictObject({ q: storableText.trim().min(1).max(100) });

/** Dependencies of the routes of an owner’s home page. */
export interface HomeRouteDeps {
  readonly db: DatabaseClient;
  readonly clock: Clock;
  readonly keysActiveMax: number;
}

/**
 * Returns the routes of an owner’s home page: its content, the hiding of notices, the search in the account, and titles of
 * websites.
 * Spec: home.parts, home.hidden.
 */
export function homeRoutes(
  owner: OwnerRouteFactory,
  { db, clock, keysActiveMax }: HomeRouteDeps,
): readonly HttpRoute[] {
  const homeOf = ({ accountId, ask }: Pick<OwnerRequest, 'accountId' | 'ask'>): HomeDeps => ({
    db,
    accountId,
    keysActiveMax,
    now: clock.now(),
    call: ask,
  });
  return [
    owner.get('/api/console/home', { query: emptyQuery }, async (request) => ({
      ...(await composeHome(homeOf(request))),
    })),
    owner.post('/api/console/attention/hide', { body: hideRequest }, async (request) => {
      const { kind, ref } = request.body;
      const { attention } = await composeHome(homeOf(request));
      const item = attention.find((one) => one.kind === kind && one.ref === ref);
      if (item === undefined) throw new BridgeError('not_found', {});
      await request.ask(ACCOUNT.attentionHide, { kind, ref, facts: factsHash(item) });
      return { kind, ref };
    }),
    owner.get('/api/console/search', { query: searchQuery }, async (request) => ({
      ...(await searchAccount(homeOf(request), request.query.q)),
    })),
    owner.get('/api/console/titles', { query: titlesQuery }, ({ ask, query: { ids } }) =>
      ask(BUILDER.titles, { page_ids: ids }),
    ),
  ];
}
