import { ACCOUNT } from '@bridge/contracts';
import type { DatabaseClient } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { z } from 'zod';
import { browserOf, endSession, listSessions, renameOwner } from '../auth/browsers.store.ts';
import type { OwnerSessionService } from '../auth/sessions.ts';
import type { HttpRoute } from './exchange.ts';
import { ownerName } from './owner-fields.ts';
import type { OwnerRouteFactory } from './owner-routes.ts';
import { listQuery, storableText } from './params.ts';

const endRequest = z.strictObject({ id: storableText.min(1).max(64) });
const profileRequest = z.strictObject({ name: ownerName });

/**
 * Returns the routes by which an owner reads the account’s credits, lists and ends signed-in browsers, and changes the own
 * name.
 * Spec: accounts.browsers, credits.ledger.
 */
export function accountRoutes(
  owner: OwnerRouteFactory,
  db: DatabaseClient,
  sessions: OwnerSessionService,
): readonly HttpRoute[] {
  return [
    owner.get('/api/console/credits', { query: z.strictObject(listQuery) }, ({ ask, query }) =>
      ask(ACCOUNT.creditsLedger, query),
    ),
    owner.get('/api/console/browsers', {}, async ({ exchange, userId }) => {
      const token = await sessions.tokenOf(exchange.request.headers.cookie);
      const rows = await listSessions(db, userId);
      return { browsers: rows.map((row) => browserOf(row, token)) };
    }),
    owner.post(
      '/api/console/browsers/end',
      // Ending a session, like revoking a key, has no rate limit, so that it is never refused.
      { body: endRequest, rate: null },
      async ({ userId, body: { id } }) => {
        if (!(await endSession(db, userId, id))) throw new BridgeError('not_found', {});
        return { id };
      },
    ),
    owner.post(
      '/api/console/profile',
      { body: profileRequest },
      async ({ userId, body: { name } }) => {
        await renameOwner(db, userId, name);
        return { name };
      },
    ),
  ];
}
