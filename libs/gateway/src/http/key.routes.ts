import { ACCOUNT, LIMITS, type KeyRateLimits } from '@bridge/contracts';
import { BridgeError, type Clock, type RatesAndLimits } from '@bridge/kernel';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { changeKey, describeKey, type KeyDataOfOtherServices } from '../keys/key-detail.ts';
import { updateKeyRequest } from '../keys/key-request.ts';
import type { KeyManagementDeps } from '../keys/keys.ts';
import type { HttpRoute } from './exchange.ts';
import type { SendCallAsOwnerFunction, OwnerRouteFactory } from './owner-routes.ts';
import { screenParts } from './screen-parts.ts';

const KEY = '/api/console/keys/:key_id';
const NEWS_MS = LIMITS.auditRefusalDays * 24 * 3_600_000;

/** Dependencies of the routes of a single key. */
export interface KeyRouteDeps {
  readonly clock: Clock;
  readonly limiter: RateLimiter;
  readonly keys: KeyManagementDeps;
  readonly rates: RatesAndLimits['rates'];
}

/** Throws invalid_input when a rate that the owner sets for a key is above the configured rate: it can only be lower. */
function checkLimits(rates: RatesAndLimits['rates'], limits: KeyRateLimits | undefined): void {
  const issues = Object.entries(limits ?? {}).flatMap(([name, own]) => {
    const policy = rates[name as keyof KeyRateLimits].per_second;
    return own !== null && own > policy
      ? [
          {
            path: `limits.${name}`,
            rule: 'too_big',
            message: `must be at most ${policy} per second`,
          },
        ]
      : [];
  });
  if (issues.length > 0) throw new BridgeError('invalid_input', { issues });
}

/**
 * Reads the data of a key in the account service: its nodes (running agent programs) and its refused calls. While that
 * service is unavailable, both are empty and `missing` names it, so that the key’s other details are still shown.
 */
async function newsOf(
  ask: SendCallAsOwnerFunction,
  keyId: string,
  now: number,
): Promise<KeyDataOfOtherServices> {
  const from = new Date(now - NEWS_MS).toISOString();
  const { missing, orNone } = screenParts();
  const answers = Promise.all([
    ask(ACCOUNT.liveFeed, { after: null, limit: 1 }),
    ask(ACCOUNT.refusals, { key_id: keyId, from, limit: LIMITS.auditRefusalsMax }),
  ]);
  const [feed, refused] = (await orNone('account', answers)) ?? [];
  return { nodes: feed?.nodes ?? [], refusals: refused?.refusals ?? [], missing };
}

/**
 * Returns the routes by which an owner reads the details of a key and reduces its rights.
 * Spec: keys.detail, keys.shrink.
 */
export function keyRoutes(
  owner: OwnerRouteFactory,
  { clock, keys, limiter, rates }: KeyRouteDeps,
): readonly HttpRoute[] {
  return [
    owner.get(KEY, {}, async ({ accountId, ask, at: { key_id: keyId } }) => {
      const news = await newsOf(ask, keyId, clock.now());
      return { ...(await describeKey(keys, { accountId, keyId, now: clock.now() }, news)) };
    }),
    owner.post(KEY, { body: updateKeyRequest, rate: null }, async (request) => {
      const { accountId, at, body, exchange } = request;
      checkLimits(rates, body.limits);
      limiter.takeChange(ownerPrincipal(accountId));
      const { requestId } = exchange;
      const { idempotency_key: idempotencyKey } = body;
      const call = { accountId, surface: 'console', requestId, idempotencyKey } as const;
      return { key: await changeKey(keys, call, at.key_id, body) };
    }),
  ];
}
