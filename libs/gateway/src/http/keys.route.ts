import { keyId, PUBLIC_PATHS } from '@bridge/contracts';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { changeKeyRequest, makeKeyRequest } from '../keys/key-request.ts';
import { createKey, endAllKeys, endKey, keyPage, rotateKey, type KeyDeps } from '../keys/keys.ts';
import type { OwnerCall } from '../keys/worlds-of.ts';
import { okReply } from './errors.ts';
import type { Route, FullReply } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { checked, readJson } from './read-json.ts';

const listQuery = z.strictObject({ after: keyId.nullable().default(null) });
/** The two forms of the one address: with `action` it changes what is there, without it makes a key. */
const anyRequest = z.looseObject({ action: z.unknown().optional() });

async function change(deps: KeyDeps, call: OwnerCall, body: unknown): Promise<FullReply> {
  const { requestId } = call;
  const asked = checked(changeKeyRequest, body);
  switch (asked.action) {
    case 'revoke':
      return okReply(requestId, { key: await endKey(deps, call, asked.key_id) });
    case 'rotate':
      return okReply(
        requestId,
        { ...(await rotateKey(deps, call, asked.key_id)) },
        { status: 201 },
      );
    case 'revoke_all':
      return okReply(requestId, { revoked: await endAllKeys(deps, call) });
  }
}

/** The owner's keys: list, make, revoke, rotate, revoke all. Spec: keys.forms, keys.revoked. */
export function keysRoute(owners: OwnerDeps, keys: KeyDeps, limiter: RateLimiter): Route {
  return {
    path: PUBLIC_PATHS.keys,
    methods: {
      GET: asOwner(owners, async ({ requestId, query }, { account_id: accountId }) => {
        limiter.takeRead(ownerPrincipal(accountId));
        const { after } = checked(listQuery, query);
        return okReply(requestId, { ...(await keyPage(keys, accountId, after)) });
      }),
      POST: asOwner(owners, async (exchange, { account_id: accountId }) => {
        const { requestId } = exchange;
        const call: OwnerCall = { accountId, surface: 'console', requestId };
        const body = await readJson(exchange, anyRequest, owners.clock);
        // Revoking is never held up, whatever else the owner did.
        if ('action' in body) return change(keys, call, body);
        limiter.takeChange(ownerPrincipal(accountId));
        const made = await createKey(keys, call, checked(makeKeyRequest, body));
        return okReply(requestId, { ...made }, { status: 201 });
      }),
    },
  };
}
