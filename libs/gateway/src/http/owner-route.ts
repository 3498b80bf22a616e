import { BridgeError, type Clock } from '@bridge/kernel';
import { presentedKey } from '../auth/authenticate.ts';
import type { OwnerAccount } from '../auth/owner.store.ts';
import type { OwnerSessionService } from '../auth/sessions.ts';
import type { HttpExchange, HttpRouteHandler, HttpRouteReply } from './exchange.ts';
import type { OriginGuard } from './origin-guard.ts';

/** Dependencies of the routes that require a signed-in owner. */
export interface OwnerSessionDeps {
  readonly sessions: OwnerSessionService;
  readonly guard: OriginGuard;
  readonly clock: Clock;
}

/** Throws session_required for a request with a key, and origin_forbidden for a change by another site's page. */
export function checkOwnerRequest(guard: OriginGuard, exchange: HttpExchange): void {
  if (presentedKey(exchange.request) !== null) throw new BridgeError('session_required', {});
  if (!['GET', 'HEAD'].includes(exchange.request.method ?? '')) guard.checkSameSite(exchange);
}

/**
 * Makes a handler for a signed-in owner. Throws session_required without a valid session or with a key, and
 * origin_forbidden for a change by another site's page. Sets the cookie of a refreshed session.
 */
export function asOwner(
  deps: OwnerSessionDeps,
  handle: (exchange: HttpExchange, owner: OwnerAccount) => Promise<HttpRouteReply>,
): HttpRouteHandler {
  return async (exchange) => {
    checkOwnerRequest(deps.guard, exchange);
    const { value: owner, cookies } = await deps.sessions.current(exchange.request.headers.cookie);
    if (owner === null) throw new BridgeError('session_required', {});
    exchange.facts.account = owner.account_id;
    const reply = await handle(exchange, owner);
    return { ...reply, cookies: [...cookies, ...(reply.cookies ?? [])] };
  };
}
