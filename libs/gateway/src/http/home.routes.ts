import type { Bus } from '@bridge/bus';
import { ACCOUNT, BUILDER, hideRequest, LIMITS, pageId } from '@bridge/contracts';
import type { Db } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { composeHome, factsHash, type HomeDeps } from '../home/compose-home.ts';
import { searchAccount } from '../home/search-account.ts';
import { makeServiceCaller } from './call-service.ts';
import { okReply } from './errors.ts';
import type { Exchange, Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { emptyQuery } from './params.ts';
import { checked, readJson } from './read-json.ts';

/** The query of the titles’ route, such as `ids=7,12`: website ids. */
const titlesQuery = z.strictObject({
  ids: z
    .string()
    .max(LIMITS.titlesPerReadMax * 16)
    .regex(/^[1-9][0-9]{0,14}(?:,[1-9][0-9]{0,14})*$/)
    .transform((text) => text.split(',').map(Number))
    .pipe(z.array(pageId).max(LIMITS.titlesPerReadMax)),
});
const searchQuery = z.strictObject({ q: z.string().trim().min(1).max(100) });

/** Dependencies of the routes of an owner’s home page. */
export interface HomeRouteDeps extends OwnerDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly limiter: RateLimiter;
  readonly keysActiveMax: number;
}

/**
 * Returns the routes of an owner’s home page: its content, hidden notices, search, and titles of websites.
 * Spec: home.parts, home.hidden.
 */
export function homeRoutes(deps: HomeRouteDeps): readonly Route[] {
  const { clock, db, keysActiveMax, limiter } = deps;
  const callService = makeServiceCaller(deps.bus);
  const homeOf = (exchange: Exchange, accountId: string): HomeDeps => ({
    db,
    accountId,
    keysActiveMax,
    now: clock.now(),
    call: (callable, input) => callService(callable, exchange, accountId, input),
  });

  const read = asOwner(deps, async (exchange, { account_id: own }) => {
    checked(emptyQuery, exchange.query);
    limiter.takeRead(ownerPrincipal(own));
    return okReply(exchange.requestId, { ...(await composeHome(homeOf(exchange, own))) });
  });

  const hide = asOwner(deps, async (exchange, { account_id: own }) => {
    const { kind, ref } = await readJson(exchange, hideRequest, clock);
    limiter.takeChange(ownerPrincipal(own));
    const { attention } = await composeHome(homeOf(exchange, own));
    const item = attention.find((one) => one.kind === kind && one.ref === ref);
    if (item === undefined) throw new BridgeError('not_found', {});
    const facts = factsHash(item);
    await callService(ACCOUNT.attentionHide, exchange, own, { kind, ref, facts });
    return okReply(exchange.requestId, { kind, ref });
  });

  const search = asOwner(deps, async (exchange, { account_id: own }) => {
    const { q } = checked(searchQuery, exchange.query);
    limiter.takeRead(ownerPrincipal(own));
    return okReply(exchange.requestId, { ...(await searchAccount(homeOf(exchange, own), q)) });
  });

  const titles = asOwner(deps, async (exchange, { account_id: own }) => {
    const { ids } = checked(titlesQuery, exchange.query);
    limiter.takeRead(ownerPrincipal(own));
    const answer = await callService(BUILDER.titles, exchange, own, { page_ids: ids });
    return okReply(exchange.requestId, { ...answer });
  });

  return [
    { path: '/api/console/home', methods: { GET: read } },
    { path: '/api/console/attention/hide', methods: { POST: hide } },
    { path: '/api/console/search', methods: { GET: search } },
    { path: '/api/console/titles', methods: { GET: titles } },
  ];
}
