import type { Bus } from '@bridge/bus';
import { ACCOUNT, keyId, LIMITS, type KeyLimits } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import { z } from 'zod';
import type { Policy } from '../admission/policy.ts';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { changeKey, describeKey, type KeyServiceFacts } from '../keys/key-detail.ts';
import { updateKeyRequest } from '../keys/key-request.ts';
import type { KeyDeps } from '../keys/keys.ts';
import { makeServiceCaller } from './call-service.ts';
import { okReply } from './errors.ts';
import type { Exchange, Route } from './exchange.ts';
import { isServiceAway } from './is-service-away.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { checked, readJson } from './read-json.ts';

const NEWS_MS = LIMITS.auditRefusalDays * 24 * 3_600_000;
const keyParams = z.object({ key_id: keyId });

/** Dependencies of the routes of a single key. */
export interface KeyRouteDeps extends OwnerDeps {
  readonly bus: Bus;
  readonly limiter: RateLimiter;
  readonly keys: KeyDeps;
  readonly rates: Policy['rates'];
}

/** Throws invalid_input for an own rate of a key above the policy’s rate: own rates can only lower it. */
function checkLimits(rates: Policy['rates'], limits: KeyLimits | undefined): void {
  const issues = Object.entries(limits ?? {}).flatMap(([name, own]) => {
    const policy = rates[name as keyof KeyLimits].per_second;
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
 * Returns the routes by which an owner reads the details of a key and reduces its rights.
 * Spec: keys.detail, keys.shrink.
 */
export function keyRoutes(deps: KeyRouteDeps): readonly Route[] {
  const { clock, keys, limiter } = deps;
  const call = makeServiceCaller(deps.bus);

  /**
   * Reads the account service’s facts about the key. While it is unavailable they are empty and it is named, so that the
   * key is still shown.
   */
  const newsOf = async (exchange: Exchange, own: string, key: string): Promise<KeyServiceFacts> => {
    const from = new Date(clock.now() - NEWS_MS).toISOString();
    try {
      const [{ nodes }, { refusals }] = await Promise.all([
        call(ACCOUNT.liveFeed, exchange, own, { after: null, limit: 1 }),
        call(ACCOUNT.refusals, exchange, own, {
          key_id: key,
          from,
          limit: LIMITS.auditRefusalsMax,
        }),
      ]);
      return { nodes, refusals, missing: [] };
    } catch (error) {
      if (!isServiceAway(error)) throw error;
      return { nodes: [], refusals: [], missing: ['account'] };
    }
  };

  const read = asOwner(deps, async (exchange, { account_id: own }) => {
    const { key_id } = checked(keyParams, exchange.params);
    limiter.takeRead(ownerPrincipal(own));
    const news = await newsOf(exchange, own, key_id);
    const at = { accountId: own, keyId: key_id, now: clock.now() };
    return okReply(exchange.requestId, { ...(await describeKey(keys, at, news)) });
  });

  const change = asOwner(deps, async (exchange, { account_id: own }) => {
    const { key_id } = checked(keyParams, exchange.params);
    const wish = await readJson(exchange, updateKeyRequest, clock);
    checkLimits(deps.rates, wish.limits);
    limiter.takeChange(ownerPrincipal(own));
    const { requestId } = exchange;
    const { idempotency_key: idempotencyKey } = wish;
    const owner = { accountId: own, surface: 'console', requestId, idempotencyKey } as const;
    return okReply(requestId, { key: await changeKey(keys, owner, key_id, wish) });
  });

  return [{ path: '/api/console/keys/:key_id', methods: { GET: read, POST: change } }];
}
