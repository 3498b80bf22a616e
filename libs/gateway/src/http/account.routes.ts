import type { Bus } from '@bridge/bus';
import { ACCOUNT, LIMITS } from '@bridge/contracts';
import type { Db } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { browserOf, endSession, listSessions, renameOwner } from '../auth/browsers.store.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { makeServiceCaller } from './call-service.ts';
import { okReply } from './errors.ts';
import type { Route } from './exchange.ts';
import { ownerName } from './owner-fields.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { positiveParam } from './params.ts';
import { checked, readJson } from './read-json.ts';

const creditsQuery = z.strictObject({
  before: positiveParam.nullable().default(null),
  limit: positiveParam
    .pipe(ACCOUNT.creditsLedger.input.shape.limit)
    .default(LIMITS.listLimitDefault),
});
const endRequest = z.strictObject({ id: z.string().min(1).max(64) });
const profileRequest = z.strictObject({ name: ownerName });

/** Dependencies of the routes of the owner’s name, browsers and credits. */
export interface AccountRouteDeps extends OwnerDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly limiter: RateLimiter;
}

/** Returns the routes of an owner's name, signed-in browsers and credits. Spec: accounts.browsers, credits.ledger. */
export function accountRoutes(deps: AccountRouteDeps): readonly Route[] {
  const { clock, db, limiter, sessions } = deps;
  const call = makeServiceCaller(deps.bus);

  const credits = asOwner(deps, async (exchange, { account_id: own }) => {
    const query = checked(creditsQuery, exchange.query);
    limiter.takeRead(ownerPrincipal(own));
    const page = await call(ACCOUNT.creditsLedger, exchange, own, query);
    return okReply(exchange.requestId, page);
  });

  const listBrowsers = asOwner(deps, async (exchange, { account_id: own, user_id: user }) => {
    limiter.takeRead(ownerPrincipal(own));
    const token = await sessions.tokenOf(exchange.request.headers.cookie);
    const rows = await listSessions(db, user);
    return okReply(exchange.requestId, { browsers: rows.map((row) => browserOf(row, token)) });
  });

  // Like a key’s revocation this takes no rate token, so that it is never refused.
  const endBrowser = asOwner(deps, async (exchange, { user_id: user }) => {
    const { id } = await readJson(exchange, endRequest, clock);
    if (!(await endSession(db, user, id))) throw new BridgeError('not_found', {});
    return okReply(exchange.requestId, { id });
  });

  const setProfile = asOwner(deps, async (exchange, { account_id: own, user_id: user }) => {
    const { name } = await readJson(exchange, profileRequest, clock);
    limiter.takeChange(ownerPrincipal(own));
    await renameOwner(db, user, name);
    return okReply(exchange.requestId, { name });
  });

  return [
    { path: '/api/console/credits', methods: { GET: credits } },
    { path: '/api/console/browsers', methods: { GET: listBrowsers } },
    { path: '/api/console/browsers/end', methods: { POST: endBrowser } },
    { path: '/api/console/profile', methods: { POST: setProfile } },
  ];
}
