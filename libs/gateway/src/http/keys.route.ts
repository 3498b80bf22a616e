import { keyId, PUBLIC_PATHS } from '@bridge/contracts';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { changeKeyRequest, makeKeyRequest } from '../keys/key-request.ts';
import {
  createKey,
  revokeAllOwnKeys,
  revokeOwnKey,
  listKeyPage,
  rotateKey,
  type KeyDeps,
} from '../keys/keys.ts';
import type { OwnerCall } from '../keys/worlds-of.ts';
import { okReply } from './errors.ts';
import type { Route, FullReply } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { checked, readJson } from './read-json.ts';

const keysQuery = z.strictObject({ after: keyId.nullable().default(null) });
/** Schema of any request about keys: with `action` it changes keys, without `action` it creates one. */
const anyRequest = z.looseObject({ action: z.unknown().optional() });

async function changeKeys(deps: KeyDeps, call: OwnerCall, body: unknown): Promise<FullReply> {
  const { requestId } = call;
  const request = checked(changeKeyRequest, body);
  switch (request.action) {
    case 'revoke':
      return okReply(requestId, { key: await revokeOwnKey(deps, call, request.key_id) });
    case 'rotate':
      return okReply(
        requestId,
        { ...(await rotateKey(deps, call, request.key_id, request)) },
        { status: 201 },
      );
    case 'revoke_all':
      return okReply(requestId, { revoked: await revokeAllOwnKeys(deps, call) });
  }
}

/** Returns the route by which an owner lists, creates, revokes and rotates keys. Spec: keys.forms, keys.revoked. */
export function keysRoute(owners: OwnerDeps, keys: KeyDeps, limiter: RateLimiter): Route {
  return {
    path: PUBLIC_PATHS.keys,
    methods: {
      GET: asOwner(owners, async ({ requestId, query }, { account_id: accountId }) => {
        limiter.takeRead(ownerPrincipal(accountId));
        const { after } = checked(keysQuery, query);
        return okReply(requestId, { ...(await listKeyPage(keys, accountId, after)) });
      }),
      POST: asOwner(owners, async (exchange, { account_id: accountId }) => {
        const { requestId } = exchange;
        const call: OwnerCall = { accountId, surface: 'console', requestId };
        const body = await readJson(exchange, anyRequest, owners.clock);
        // Changes of keys take no rate token, so that a revocation is never refused.
        if ('action' in body) return changeKeys(keys, call, body);
        limiter.takeChange(ownerPrincipal(accountId));
        const made = await createKey(keys, call, checked(makeKeyRequest, body));
        return okReply(requestId, { ...made }, { status: 201 });
      }),
    },
  };
}
