import type { AnyAction, CallPrincipal, pageId } from '@bridge/contracts';
import { BridgeError, isBridgeError } from '@bridge/kernel';
import type { z } from 'zod';
import type { SlotReleaseFunction } from '../admission/admission-queue.ts';
import type { Principal } from '../dispatch.ts';
import { contextOf } from '../dispatch/call-context.ts';
import { findPrincipal, recordOutcome, type AgentRouteDeps } from './call-deps.ts';
import {
  refuseDisconnected,
  type HttpExchange,
  type HttpRouteReply,
  type HttpRouteHandler,
} from './exchange.ts';
import { pageParams } from './params.ts';
import { checked } from './read-json.ts';
import { withSlot } from './with-slot.ts';

/** A checked request by which an agent with a key reads one website. */
export interface WebsiteReadRequest {
  readonly exchange: HttpExchange;
  readonly ctx: CallPrincipal;
  readonly input: { readonly page_id: z.output<typeof pageId> };
  readonly freeSlot: SlotReleaseFunction;
}

/**
 * Makes the handler of a GET request that carries an agent key. It checks in this order: admission slot, Origin, key, calls
 * in flight. Then `answer` checks and answers the request. The outcome is recorded as a call of `action`.
 * Spec: activity.refusals.
 */
export function keyGet(
  deps: AgentRouteDeps,
  action: string,
  answer: (
    exchange: HttpExchange,
    principal: Principal,
    freeSlot: SlotReleaseFunction,
  ) => Promise<HttpRouteReply>,
): HttpRouteHandler {
  return (exchange) =>
    withSlot(deps.admission, exchange, async (freeSlot) => {
      deps.guard.checkOrigin(exchange);
      const principal = await findPrincipal(deps, exchange);
      try {
        refuseDisconnected(exchange);
        deps.budget.admit(exchange.scope, principal.keyId ?? principal.accountId);
        const reply = await answer(exchange, principal, freeSlot);
        recordOutcome(deps, exchange, principal, action, 'ok');
        const headers = { ...reply.headers, ...deps.limiter.headersFor(principal, 'read') };
        return { ...reply, headers };
      } catch (error) {
        const code = isBridgeError(error) ? error.code : 'internal';
        recordOutcome(deps, exchange, principal, action, code);
        throw error;
      }
    });
}

/**
 * Makes the handler of a GET request by which an agent key reads one website. After the checks of `keyGet` it checks scope,
 * input and rate.
 * @param action the action whose scope is required and whose rate is charged. Spec: actions.order.
 */
export function keyRead(
  deps: AgentRouteDeps,
  action: AnyAction,
  answer: (read: WebsiteReadRequest) => Promise<HttpRouteReply>,
): HttpRouteHandler {
  return keyGet(deps, action.name, async (exchange, principal, freeSlot) => {
    exchange.facts.action = action.name;
    deps.usage.record(principal, action.name);
    if (!principal.scopes.has(action.name))
      throw new BridgeError('insufficient_scope', { required_scope: action.name });
    const input = checked(pageParams, exchange.params);
    deps.limiter.take(principal, action, 0);
    return answer({ exchange, ctx: contextOf(principal, 'act'), input, freeSlot });
  });
}
