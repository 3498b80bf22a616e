import type { AnyAction, CallPrincipal, pageId } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { z } from 'zod';
import type { SlotRelease } from '../admission/admission-queue.ts';
import { contextOf } from '../dispatch/call-context.ts';
import { recordOutcome } from '../keys/call-records.ts';
import { findPrincipal, type CallDeps } from './call-deps.ts';
import {
  refuseDisconnected,
  type HttpExchange,
  type HttpRouteReply,
  type HttpRouteHandler,
} from './exchange.ts';
import { pageParams } from './params.ts';
import { checked } from './read-json.ts';
import { withSlot } from './with-slot.ts';

/** A checked request by which a key reads one website. */
export interface KeyReadRequest {
  readonly exchange: HttpExchange;
  readonly ctx: CallPrincipal;
  readonly input: { readonly page_id: z.output<typeof pageId> };
  readonly freeSlot: SlotRelease;
}

/**
 * Makes the handler of a GET of one website with a key. It checks in this order: admission slot, Origin, key, calls in flight,
 * scope, input, rate.
 * @param action the action whose scope is required and whose rate is charged. Spec: actions.order.
 */
export function keyRead(
  deps: CallDeps,
  action: AnyAction,
  answer: (read: KeyReadRequest) => Promise<HttpRouteReply>,
): HttpRouteHandler {
  return (exchange) =>
    withSlot(deps.admission, exchange, async (freeSlot) => {
      deps.guard.checkOrigin(exchange);
      const principal = await findPrincipal(deps, exchange);
      refuseDisconnected(exchange);
      deps.budget.admit(exchange.scope, principal.keyId ?? principal.accountId);
      exchange.facts.action = action.name;
      if (!principal.scopes.has(action.name))
        throw new BridgeError('insufficient_scope', { required_scope: action.name });
      const input = checked(pageParams, exchange.params);
      deps.limiter.take(principal, action, 0);
      deps.usage.record(principal, action.name);
      const reply = await answer({ exchange, ctx: contextOf(principal, 'act'), input, freeSlot });
      recordOutcome(deps, principal, action.name, 'ok', exchange.request.headers['user-agent']);
      const headers = { ...reply.headers, ...deps.limiter.headersFor(principal, 'read') };
      return { ...reply, headers };
    });
}
