import { findAction, LIMITS, type PublicLinkBuilder } from '@bridge/contracts';
import { describeError, isBridgeError, type BridgeError, type RateLimitName } from '@bridge/kernel';
import type { SlotReleaseFunction } from '../admission/admission-queue.ts';
import { ANY_CALL_BYTES_MAX } from '../admission/rate-limiter.ts';
import type {
  AgentCallSurface,
  CompletedCall,
  ParsedActionCall,
  Principal,
  HttpErrorReply,
  AgentSurfaceReply,
} from '../dispatch.ts';
import { findPrincipal, recordOutcome, type AgentRouteDeps } from './call-deps.ts';
import { toBridgeError, errorHeaders } from './errors.ts';
import {
  refuseDisconnected,
  whenGone,
  type HttpExchange,
  type HttpRouteHandler,
  type HttpRoute,
} from './exchange.ts';
import { checkBodyHeaders, declaredBytes, readBody } from './read-body.ts';
import { withSlot } from './with-slot.ts';

/**
 * Takes one token of the rate `calls`. For a small MCP body, a missing token is returned as an error instead of thrown, so that
 * the reply can be a tool result, which the model reads.
 */
function takeAdmissionToken(
  deps: AgentRouteDeps,
  surface: AgentCallSurface['surface'],
  principal: Principal,
  exchange: HttpExchange,
): BridgeError | null {
  const bytes = declaredBytes(exchange) ?? Number.POSITIVE_INFINITY;
  try {
    deps.limiter.admit(principal, bytes);
    return null;
  } catch (error) {
    const isReadAnyway = surface === 'mcp' && bytes <= ANY_CALL_BYTES_MAX;
    if (isReadAnyway && isBridgeError(error, 'rate_limited')) return error;
    throw error;
  }
}

/** The state of one HTTP request in which an agent calls actions, while it is answered. */
class AgentRequestHandler {
  readonly #deps: AgentRouteDeps;
  readonly #surface: AgentCallSurface;
  readonly #exchange: HttpExchange;
  /** Name of the rate whose state the `RateLimit` headers of the reply describe. */
  kind: RateLimitName = 'calls';

  constructor(deps: AgentRouteDeps, surface: AgentCallSurface, exchange: HttpExchange) {
    this.#deps = deps;
    this.#surface = surface;
    this.#exchange = exchange;
  }

  async answer(principal: Principal, freeSlot: SlotReleaseFunction): Promise<AgentSurfaceReply> {
    const { reader, clock } = this.#deps;
    const { request, requestId, facts, scope } = this.#exchange;
    refuseDisconnected(this.#exchange);
    const reservation = this.#deps.budget.admit(scope, principal.keyId ?? principal.accountId);
    const overRate = takeAdmissionToken(
      this.#deps,
      this.#surface.surface,
      principal,
      this.#exchange,
    );
    // The body has not arrived completely. The admission slot is freed, so that a slow client does not occupy it.
    if (!request.complete) freeSlot();
    const bytes = await readBody(this.#exchange, LIMITS.callBodyBytesMax, reservation, clock);
    facts.bytesIn = bytes.byteLength;
    const form = this.#surface.formOf(request.headers, this.#exchange.params);
    const { body, calls } = await reader.read(bytes, form);
    return this.#surface.answer({
      requestId,
      headers: request.headers,
      principal,
      body,
      calls,
      dispatch: (call) => this.#dispatch(call, principal, overRate, freeSlot),
      charge: (method, client) => this.#charge(principal, overRate, method, client),
      describe: (error) => this.#describe(error),
    });
  }

  #charge(
    principal: Principal,
    overRate: BridgeError | null,
    method: string,
    client: unknown,
  ): void {
    this.kind = 'read';
    try {
      if (overRate !== null) throw overRate;
      this.#deps.limiter.takeRead(principal);
      recordOutcome(this.#deps, this.#exchange, principal, method, 'ok', client);
    } catch (error) {
      if (isBridgeError(error))
        recordOutcome(this.#deps, this.#exchange, principal, method, error.code, client);
      throw error;
    }
  }

  async #dispatch(
    call: ParsedActionCall,
    principal: Principal,
    overRate: BridgeError | null,
    freeSlot: SlotReleaseFunction,
  ): Promise<CompletedCall> {
    const action = findAction(call.name);
    const { facts, requestId } = this.#exchange;
    facts.action = action?.name ?? 'unknown';
    if (action !== undefined) this.kind = action.budget;
    try {
      if (overRate !== null) throw overRate;
      this.#deps.usage.record(principal, facts.action);
      const { surface } = this.#surface;
      const client = { freeSlot, whenGone: (then: () => void) => whenGone(this.#exchange, then) };
      const outcome = await this.#deps.dispatch(call, { principal, surface, requestId, client });
      facts.replayed = outcome.replayed;
      recordOutcome(this.#deps, this.#exchange, principal, facts.action, 'ok');
      return outcome;
    } catch (error) {
      if (isBridgeError(error)) {
        recordOutcome(this.#deps, this.#exchange, principal, facts.action, error.code);
        facts.code = error.code;
      }
      throw error;
    }
  }

  #describe(error: unknown): ReturnType<typeof describeError> {
    const known = toBridgeError(error, this.#deps.log);
    this.#exchange.facts.code = known.code;
    return describeError(known, this.#deps.links, this.#exchange.requestId);
  }
}

/**
 * Authenticates and answers a request that the gateway has admitted (it has an admission slot). Counts refused requests of
 * known keys, and adds the `RateLimit` headers to the reply.
 */
async function answerCall(
  surface: AgentCallSurface,
  deps: AgentRouteDeps,
  exchange: HttpExchange,
  freeSlot: SlotReleaseFunction,
): Promise<AgentSurfaceReply> {
  const principal = await findPrincipal(deps, exchange);
  const run = new AgentRequestHandler(deps, surface, exchange);
  let reply: AgentSurfaceReply;
  try {
    reply = await run.answer(principal, freeSlot);
  } catch (error) {
    const known = toBridgeError(error, deps.log);
    exchange.facts.code = known.code;
    if (exchange.facts.action === undefined)
      recordOutcome(deps, exchange, principal, surface.surface, known.code);
    reply = refusalReply(surface, known, exchange.requestId, deps.links);
  }
  const rates = deps.limiter.headersFor(principal, run.kind);
  return rates === null ? reply : { ...reply, headers: { ...reply.headers, ...rates } };
}

/**
 * Makes the HTTP route of a surface (act or MCP). A request passes these steps in this order: request line and headers,
 * admission, key, rates, body, surface. Spec: actions.key-before-body. ADR 003.
 */
export function callRoute(surface: AgentCallSurface, deps: AgentRouteDeps): HttpRoute {
  const handler: HttpRouteHandler = async (exchange) => {
    deps.guard.checkOrigin(exchange);
    surface.checkHeaders(exchange.request.headers);
    checkBodyHeaders(exchange, LIMITS.callBodyBytesMax, surface.mediaType);
    return withSlot(deps.admission, exchange, (freeSlot) =>
      answerCall(surface, deps, exchange, freeSlot),
    );
  };
  return {
    path: surface.path,
    isCrossOrigin: surface.isCrossOrigin,
    methods: { [surface.method]: handler },
    refuse: (error, requestId) => refusalReply(surface, error, requestId, deps.links),
  };
}

function refusalReply(
  surface: AgentCallSurface,
  error: BridgeError,
  requestId: string,
  links: PublicLinkBuilder,
): HttpErrorReply {
  const reply = surface.refuse(describeError(error, links, requestId), requestId);
  return { ...reply, headers: { ...reply.headers, ...errorHeaders(error) } };
}
