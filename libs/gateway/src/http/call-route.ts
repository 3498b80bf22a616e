import { findAction, LIMITS, type Links } from '@bridge/contracts';
import { describeError, isBridgeError, type BridgeError } from '@bridge/kernel';
import type { RateName } from '../admission/policy.ts';
import { ANY_CALL_BYTES_MAX } from '../admission/rate-limiter.ts';
import type { CallSurface, Dispatched, PreparedCall, Principal, Reply } from '../dispatch.ts';
import { principalOf, type CallDeps } from './call-deps.ts';
import { bridgeErrorOf, errorHeaders } from './errors.ts';
import { refuseGone, type Exchange, type Handler, type Route } from './exchange.ts';
import { checkBodyHeaders, declaredBytes, readBody } from './read-body.ts';
import { throughDoor } from './through-door.ts';

/** A rate that was over at admission although the body is still read, so that a model can read the refusal. */
function admit(
  deps: CallDeps,
  surface: CallSurface['surface'],
  principal: Principal,
  exchange: Exchange,
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

/** One request of a surface: what its handler may do, and what was noted of it. */
class CallRun {
  readonly #deps: CallDeps;
  readonly #surface: CallSurface;
  readonly #exchange: Exchange;
  /** The rate that the answer's headers tell about. */
  kind: RateName = 'calls';

  constructor(deps: CallDeps, surface: CallSurface, exchange: Exchange) {
    this.#deps = deps;
    this.#surface = surface;
    this.#exchange = exchange;
  }

  async answer(principal: Principal, leave: () => void): Promise<Reply> {
    const { reader, clock } = this.#deps;
    const { request, requestId, noted, scope } = this.#exchange;
    refuseGone(this.#exchange);
    const place = this.#deps.budget.admit(scope, principal.keyId ?? principal.accountId);
    const over = admit(this.#deps, this.#surface.surface, principal, this.#exchange);
    // Who only waits for a client keeps nobody out.
    if (!request.complete) leave();
    const bytes = await readBody(this.#exchange, LIMITS.callBodyBytesMax, place, clock);
    noted.bytesIn = bytes.byteLength;
    const form = this.#surface.formOf(request.headers, this.#exchange.params);
    const { body, calls } = await reader.read(bytes, form);
    return this.#surface.answer({
      requestId,
      headers: request.headers,
      principal,
      body,
      calls,
      dispatch: (call) => this.#dispatch(call, principal, over),
      charge: () => {
        this.kind = 'read';
        if (over !== null) throw over;
        this.#deps.limiter.takeRead(principal);
      },
      describe: (error) => this.#describe(error),
    });
  }

  async #dispatch(
    call: PreparedCall,
    principal: Principal,
    over: BridgeError | null,
  ): Promise<Dispatched> {
    const action = findAction(call.name);
    const { noted, requestId } = this.#exchange;
    noted.action = action?.name ?? 'unknown';
    if (action !== undefined) this.kind = action.budget;
    try {
      if (over !== null) throw over;
      this.#deps.usage.note(principal, noted.action);
      const { surface } = this.#surface;
      const done = await this.#deps.dispatch(call, { principal, surface, requestId });
      noted.replayed = done.replayed;
      return done;
    } catch (error) {
      if (isBridgeError(error)) {
        this.#deps.refusals.count(principal, noted.action, error.code);
        noted.code = error.code;
      }
      throw error;
    }
  }

  #describe(error: unknown): ReturnType<typeof describeError> {
    const known = bridgeErrorOf(error, this.#deps.log);
    this.#exchange.noted.code = known.code;
    return describeError(known, this.#deps.links, this.#exchange.requestId);
  }
}

/** Key, admission, body, surface; what is refused from the key on is counted, and told with the rates. */
async function answerCall(
  surface: CallSurface,
  deps: CallDeps,
  exchange: Exchange,
  leave: () => void,
): Promise<Reply> {
  const principal = await principalOf(deps, exchange);
  const run = new CallRun(deps, surface, exchange);
  let reply: Reply;
  try {
    reply = await run.answer(principal, leave);
  } catch (error) {
    const known = bridgeErrorOf(error, deps.log);
    exchange.noted.code = known.code;
    if (exchange.noted.action === undefined)
      deps.refusals.count(principal, surface.surface, known.code);
    reply = refusalReply(surface, known, exchange, deps.links);
  }
  const rates = deps.limiter.headers(principal, run.kind);
  return rates === null ? reply : { ...reply, headers: { ...reply.headers, ...rates } };
}

/**
 * The way of one call, the same for every surface: request line and headers, key, admission, body, and only then the
 * surface. Spec: actions.key-before-body. ADR 003.
 */
export function callRoute(surface: CallSurface, deps: CallDeps): Route {
  const handler: Handler = async (exchange) => {
    deps.guard.checkOrigin(exchange);
    surface.checkHeaders(exchange.request.headers);
    checkBodyHeaders(exchange, LIMITS.callBodyBytesMax, surface.mediaType);
    const kind = surface.method === 'PUT' ? 'change' : 'by body';
    return throughDoor(deps.door, exchange, kind, (leave) =>
      answerCall(surface, deps, exchange, leave),
    );
  };
  return {
    path: surface.path,
    isCrossOrigin: surface.isCrossOrigin,
    methods: { [surface.method]: handler },
    refuse: (error, exchange) => refusalReply(surface, error, exchange, deps.links),
  };
}

function refusalReply(
  surface: CallSurface,
  error: BridgeError,
  { requestId }: Exchange,
  links: Links,
): Reply {
  const reply = surface.refuse({ error, body: describeError(error, links, requestId), requestId });
  return { ...reply, headers: { ...reply.headers, ...errorHeaders(error) } };
}
