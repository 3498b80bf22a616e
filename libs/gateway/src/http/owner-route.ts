import { BridgeError, type Clock } from '@bridge/kernel';
import { presentedKey } from '../auth/authenticate.ts';
import type { Owner } from '../auth/owner.store.ts';
import type { Sessions } from '../auth/sessions.ts';
import type { Exchange, Handler, FullReply } from './exchange.ts';
import type { OriginGuard } from './origin-guard.ts';

/** What routes of the signed-in owner work with. */
export interface OwnerDeps {
  readonly sessions: Sessions;
  readonly guard: OriginGuard;
  readonly clock: Clock;
}

/** Refuses what is no owner's request: a key, which can never mint keys, and another site's page. */
export function checkOwnerRequest(guard: OriginGuard, exchange: Exchange): void {
  if (presentedKey(exchange.request) !== null) throw new BridgeError('session_required', {});
  if (!['GET', 'HEAD'].includes(exchange.request.method ?? '')) guard.checkSameSite(exchange);
}

/**
 * A handler for the signed-in owner only. Throws session_required without a living session or with a key, and
 * origin_forbidden for a change that another site asks for; a GET never changes anything. A session that was used is
 * refreshed by its cookie.
 */
export function asOwner(
  deps: OwnerDeps,
  handle: (exchange: Exchange, owner: Owner) => Promise<FullReply>,
): Handler {
  return async (exchange) => {
    checkOwnerRequest(deps.guard, exchange);
    const { value: owner, cookies } = await deps.sessions.current(exchange.request.headers.cookie);
    if (owner === null) throw new BridgeError('session_required', {});
    exchange.noted.account = owner.account_id;
    const reply = await handle(exchange, owner);
    return { ...reply, cookies: [...cookies, ...(reply.cookies ?? [])] };
  };
}
