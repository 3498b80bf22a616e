import { fingerprint, type ActionName, type BusCallDefinition } from '@bridge/contracts';
import type { z } from 'zod';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';
import type { CallDispatcher } from '../dispatch/make-dispatch.ts';
import { prepareCall } from '../read/prepare-call.ts';
import { callContent, replayableReply, type WebsiteTextRouteDeps } from './content-call.ts';
import { okReply } from './errors.ts';
import type { HttpExchange, HttpRouteReply, HttpRouteMethod, HttpRoute } from './exchange.ts';
import { flatReply } from './flat-reply.ts';
import { asOwner, type OwnerSessionDeps } from './owner-route.ts';
import { bodySchema, paramsOf, type PathParams } from './params.ts';
import { checked, readJson } from './read-json.ts';

/** The properties of a reply’s JSON object besides `ok` and `request_id`. */
type OwnerReplyJsonProperties = Readonly<Record<string, unknown>>;
/** Sends a message to a service with the identity of the owner; resolves to its result. */
export type SendCallAsOwnerFunction = <I extends z.ZodType, O extends z.ZodType>(
  callable: BusCallDefinition<I, O>,
  input: z.input<I>,
) => Promise<z.output<O>>;

/** A checked request of a signed-in owner, as the function that answers it receives it. `at` contains the path parameters. */
export interface OwnerRequest<A = unknown, Q = unknown, B = unknown> {
  readonly at: A;
  readonly query: Q;
  readonly body: B;
  readonly accountId: string;
  readonly userId: string;
  readonly exchange: HttpExchange;
  readonly ask: SendCallAsOwnerFunction;
  /**
   * Performs an action with the rates and checks of an agent’s call. `readBeside` reads additional properties of the reply.
   */
  readonly act: (
    action: ActionName,
    input: object,
    readBeside?: () => Promise<OwnerReplyJsonProperties>,
  ) => Promise<HttpRouteReply>;
}

/** The checks of an owner’s request before it is answered, in this order after the path: query, body, rate. */
interface OwnerRequestSchemasAndRate<Q, B> {
  /** Schema of the query; without it the query is not read. */
  readonly query?: z.ZodType<Q>;
  /** Schema of the body; without it no body is read. */
  readonly body?: z.ZodType<B>;
  readonly bytesMax?: number | undefined;
  /**
   * The rate limit that a request counts against; by default `read` for GET and `change` for other methods. Null when the
   * function that answers the request counts it.
   */
  readonly rate?: keyof typeof TAKERS | null;
}

const TAKERS = { read: 'takeRead', change: 'takeChange', check: 'takeCheck' } as const;

/** Dependencies of the routes of signed-in owners. */
export interface OwnerRouteDeps extends OwnerSessionDeps, WebsiteTextRouteDeps {
  readonly dispatch: CallDispatcher;
}

/**
 * Makes the routes of signed-in owners from declarations: method, path, checks, and a function that answers or a bus message
 * that is sent. Each path parameter is checked with the schema of its name. ADR 056.
 */
export class OwnerRouteFactory {
  readonly #deps: OwnerRouteDeps;

  constructor(deps: OwnerRouteDeps) {
    this.#deps = deps;
  }

  /** Declares a route whose function returns the complete reply. */
  route<P extends string, Q, B>(
    method: HttpRouteMethod,
    path: P,
    checks: OwnerRequestSchemasAndRate<Q, B>,
    reply: (request: OwnerRequest<PathParams<P>, Q, B>) => Promise<HttpRouteReply>,
  ): HttpRoute {
    const { limiter, clock } = this.#deps;
    const { query, body, bytesMax, rate = method === 'GET' ? 'read' : 'change' } = checks;
    const params = paramsOf(path);
    const handler = asOwner(this.#deps, async (exchange, owner) => {
      const { account_id: accountId, user_id: userId } = owner;
      const at = checked(params, exchange.params);
      const request = {
        at,
        // Safe cast: without a schema nothing infers Q and B, so they are `unknown`.
        query: query === undefined ? (undefined as Q) : checked(query, exchange.query),
        body:
          body === undefined ? (undefined as B) : await readJson(exchange, body, clock, bytesMax),
        ...this.#callers(exchange, accountId),
      };
      if (rate !== null) limiter[TAKERS[rate]](ownerPrincipal(accountId));
      return reply({ ...request, accountId, userId, exchange });
    });
    return { path, methods: { [method]: handler } };
  }

  /** Declares a GET route. The reply has `ok`, `request_id` and the properties that `answer` returns. */
  get<P extends string, Q>(
    path: P,
    checks: OwnerRequestSchemasAndRate<Q, undefined>,
    answer: (request: OwnerRequest<PathParams<P>, Q>) => Promise<OwnerReplyJsonProperties>,
  ): HttpRoute {
    return this.route('GET', path, checks, async (request) =>
      okReply(request.exchange.requestId, await answer(request)),
    );
  }

  /** Declares a POST route: a change without an idempotency key, or a read whose parameters are in the body. */
  post<P extends string, Q, B>(
    path: P,
    { status = 200, ...checks }: OwnerRequestSchemasAndRate<Q, B> & { readonly status?: number },
    answer: (request: OwnerRequest<PathParams<P>, Q, B>) => Promise<OwnerReplyJsonProperties>,
  ): HttpRoute {
    return this.route('POST', path, checks, async (request) =>
      okReply(request.exchange.requestId, await answer(request), { status }),
    );
  }

  /**
   * Declares a POST route for a change that a service makes once per idempotency key. Its input consists of the path
   * parameters and the body. A header of the reply marks the stored result of an earlier identical request.
   */
  change<P extends string, I extends z.ZodType, O extends z.ZodType<OwnerReplyJsonProperties>>(
    path: P,
    callable: BusCallDefinition<I, O> & { readonly input: z.ZodObject },
  ): HttpRoute {
    const { bus, limiter } = this.#deps;
    const body = bodySchema(path, callable.input);
    return this.route('POST', path, { body, rate: null }, async (request) => {
      const { requestId, facts } = request.exchange;
      const principal = ownerPrincipal(request.accountId);
      limiter.takeChange(principal);
      facts.action = callable.name;
      const ctx = contextOf(principal, 'console');
      // Safe cast: the parameters of the path and the members of the body were checked with the parts of this schema.
      const input = { ...request.at, ...request.body } as z.input<I> & object;
      const fp = fingerprint(callable, input);
      const { result, replayed } = await bus.request(callable, { ctx, input, requestId, fp });
      return replayableReply(requestId, result, replayed);
    });
  }

  /**
   * Declares a route that changes data by an action which agents can also call. The action's input consists of the path
   * parameters and the body.
   */
  act<P extends string>(
    path: P,
    action: { readonly name: ActionName; readonly input: z.ZodObject },
    bytesMax?: number,
  ): HttpRoute {
    const checks = { body: bodySchema(path, action.input), bytesMax, rate: null };
    return this.route('POST', path, checks, ({ act, at, body }) =>
      act(action.name, { ...at, ...body }),
    );
  }

  /** Declares a route for a change whose request body contains HTML or editor layers of a website. */
  content<P extends string, I extends z.ZodType, O extends z.ZodType<OwnerReplyJsonProperties>>(
    method: HttpRouteMethod,
    path: P,
    callable: BusCallDefinition<I, O>,
  ): HttpRoute {
    return this.route(method, path, { rate: null }, ({ exchange, accountId, at }) =>
      callContent(this.#deps, exchange, accountId, callable, at),
    );
  }

  #callers(exchange: HttpExchange, accountId: string): Pick<OwnerRequest, 'act' | 'ask'> {
    const { bus, dispatch } = this.#deps;
    const { requestId } = exchange;
    const principal = ownerPrincipal(accountId);
    const ctx = contextOf(principal, 'console');
    return {
      ask: async (callable, input) =>
        (await bus.request(callable, { ctx, input, requestId })).result,
      act: async (action, input, readBeside) => {
        exchange.facts.action = action;
        const source = { principal, surface: 'console', requestId } as const;
        const outcome = await dispatch(prepareCall(action, input), source);
        return flatReply(outcome, requestId, await readBeside?.());
      },
    };
  }
}

/** Joins routes of the same path to one route with all their methods. */
export function joinByPath(routes: readonly HttpRoute[]): readonly HttpRoute[] {
  const joined = new Map<string, HttpRoute>();
  for (const route of routes) {
    const methods = { ...joined.get(route.path)?.methods, ...route.methods };
    joined.set(route.path, { ...route, methods });
  }
  return [...joined.values()];
}
