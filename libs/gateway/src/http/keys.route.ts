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
  type CreatedKey,
  type KeyManagementDeps,
} from '../keys/keys.ts';
import type { KeyChangeRequestContext } from '../keys/worlds-of.ts';
import { replayableReply } from './content-call.ts';
import { okReply } from './errors.ts';
import type { HttpRoute, HttpRouteReply } from './exchange.ts';
import type { OwnerRouteFactory } from './owner-routes.ts';
import { checked } from './read-json.ts';

const keysQuery = z.strictObject({ after: keyId.nullable().default(null) });
/** Schema of any request about keys: with `action` it changes keys, without `action` it creates one. */
const anyRequest = z.looseObject({ action: z.unknown().optional() });

/**
 * Message for an owner who repeats the creation of a key whose answer was lost: the key exists, but its secret is not shown
 * again.
 */
const MADE_BEFORE =
  'This key was created already; its secret was shown once. Rotate the key to get another secret.';

/** Returns the reply with a new key; for a repeated request it has no secret. Spec: keys.same-key. */
function createdReply(requestId: string, { key, secret }: CreatedKey): HttpRouteReply {
  if (secret !== null) return okReply(requestId, { key, secret }, { status: 201 });
  return replayableReply(requestId, { key, secret, hint: MADE_BEFORE }, true);
}

async function changeByAction(
  deps: KeyManagementDeps,
  owner: Pick<KeyChangeRequestContext, 'accountId' | 'surface' | 'requestId'>,
  body: unknown,
): Promise<HttpRouteReply> {
  const { requestId } = owner;
  const request = checked(changeKeyRequest, body);
  const call: KeyChangeRequestContext = { ...owner, idempotencyKey: request.idempotency_key };
  switch (request.action) {
    case 'revoke':
      return okReply(requestId, { key: await revokeOwnKey(deps, call, request.key_id) });
    case 'rotate':
      return createdReply(requestId, await rotateKey(deps, call, request.key_id, request));
    case 'revoke_all':
      return okReply(requestId, { revoked: await revokeAllOwnKeys(deps, call) });
  }
}

/** Returns the routes by which an owner lists, creates, revokes and rotates keys. Spec: keys.forms, keys.revoked. */
export function keysRoutes(
  owner: OwnerRouteFactory,
  keys: KeyManagementDeps,
  limiter: RateLimiter,
): readonly HttpRoute[] {
  return [
    owner.get(PUBLIC_PATHS.keys, { query: keysQuery }, async ({ accountId, query: { after } }) => ({
      ...(await listKeyPage(keys, accountId, after)),
    })),
    owner.route(
      'POST',
      PUBLIC_PATHS.keys,
      { body: anyRequest, rate: null },
      async ({ accountId, body, exchange: { requestId } }) => {
        const call = { accountId, surface: 'console', requestId } as const;
        // A change of existing keys takes no rate token, so that a revocation is never refused.
        if ('action' in body) return changeByAction(keys, call, body);
        limiter.takeChange(ownerPrincipal(accountId));
        const { idempotency_key: idempotencyKey, ...request } = checked(makeKeyRequest, body);
        return createdReply(requestId, await createKey(keys, { ...call, idempotencyKey }, request));
      },
    ),
  ];
}
