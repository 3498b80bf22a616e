import type { ErrorCode } from '@bridge/contracts';
import { BridgeError, whenClosed, type ResourceScope } from '@bridge/kernel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HttpErrorReply, AgentSurfaceReply } from '../dispatch.ts';

/** Fields of a request’s log event, collected while the request is handled. Never a payload, a key or a cookie. */
export interface RequestLogFields {
  route: string;
  action?: string;
  account?: string;
  keyId?: string;
  code?: ErrorCode;
  bytesIn?: number;
  replayed?: boolean;
  /** True for a call that was refused because of overload (shed); it is counted but not logged. */
  isShed?: true;
}

/** One HTTP request with its response, while it is handled. */
export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Path parameters, such as `page_id`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The client’s IPv4 address or IPv6 /64. Behind proxies (BRIDGE_PROXY_HOPS) it is taken from X-Forwarded-For. */
  readonly address: string;
  readonly facts: RequestLogFields;
  /** Releases the resources of the request when it ends: when the reply was sent, or the client has disconnected. */
  readonly scope: ResourceScope;
}

/**
 * Throws request_timeout when the client has disconnected. Called after a wait and before the call starts, so that no
 * work is done for a reply that cannot be sent.
 */
export function refuseDisconnected({ response }: Pick<HttpExchange, 'response'>): void {
  if (response.destroyed) throw new BridgeError('request_timeout', {});
}

/**
 * Calls `then` once when the client has disconnected or has closed its sending direction: before the first write, Node reports
 * an aborted request only as the end of that direction. Returns a function that cancels this.
 */
export function whenGone(
  { request: { socket }, response }: Pick<HttpExchange, 'request' | 'response'>,
  then: () => void,
): () => void {
  if (socket.readableEnded) then();
  else socket.once('end', then);
  const cancel = whenClosed(response, then);
  return () => {
    socket.off('end', then);
    cancel();
  };
}

/** A reply that may stream bytes and set cookies. */
export interface HttpRouteReply extends Omit<AgentSurfaceReply, 'body'> {
  readonly body: AgentSurfaceReply['body'] | AsyncIterable<Uint8Array>;
  readonly cookies?: readonly string[];
}

/** The methods that a route can handle; GET includes HEAD. */
export type HttpRouteMethod = 'GET' | 'POST' | 'PUT';
/** A function that handles one HTTP request; throws BridgeError to refuse it. */
export type HttpRouteHandler = (exchange: HttpExchange) => Promise<HttpRouteReply>;

/** An HTTP route of the app origin, which serves API, MCP and console. */
export interface HttpRoute {
  /** Path of the route; `:name` is a parameter. */
  readonly path: string;
  readonly methods: Readonly<Partial<Record<HttpRouteMethod, HttpRouteHandler>>>;
  /** Handles all other methods; without it they are refused with method_not_allowed. */
  readonly otherwise?: HttpRouteHandler;
  /** True when web pages of allow-listed origins may call the route. */
  readonly isCrossOrigin?: boolean;
  /**
   * Returns an error reply in the format of this route; without this function, error replies have the format of `errorReply`.
   */
  readonly refuse?: (error: BridgeError, requestId: string) => HttpErrorReply;
}
