import type { ErrorCode } from '@bridge/contracts';
import { BridgeError, type ResourceScope } from '@bridge/kernel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Reply } from '../dispatch.ts';

/** Facts of one request for its one log event, filled in on the way. Never a payload, a key or a cookie. */
export interface Noted {
  route: string;
  action?: string;
  account?: string;
  keyId?: string;
  code?: ErrorCode;
  bytesIn?: number;
  replayed?: boolean;
  /** The door sent the call away; it is counted, not logged. */
  isShed?: true;
}

/** One HTTP request on its way. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  /** Parts of the path, as `page_id`. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The client's block of addresses (IPv4 address or IPv6 /64), seen through the configured number of proxies. */
  readonly address: string;
  readonly noted: Noted;
  /** Owns what this exchange holds; ends when it is answered and the answer has left, or the client is gone. */
  readonly scope: ResourceScope;
}

/**
 * Throws request_timeout when the client is gone. For the end of a wait at which nothing was begun yet: work that nobody
 * receives would only take the place of other work.
 */
export function refuseGone({ response }: Pick<Exchange, 'response'>): void {
  if (response.destroyed) throw new BridgeError('request_timeout', {});
}

/** A reply that may also stream bytes and set cookies. */
export interface FullReply extends Omit<Reply, 'body'> {
  readonly body: Reply['body'] | AsyncIterable<Uint8Array>;
  readonly cookies?: readonly string[];
}

/** Methods that a route may serve; HEAD comes with GET. */
export type Method = 'GET' | 'POST' | 'PUT';
/** Answers one exchange; a refusal is thrown. */
export type Handler = (exchange: Exchange) => Promise<FullReply>;

/** One address of the app origin. */
export interface Route {
  /** Path with `:name` for its parts. */
  readonly path: string;
  readonly methods: Readonly<Partial<Record<Method, Handler>>>;
  /** Answers every other method; without it they are method_not_allowed. */
  readonly otherwise?: Handler;
  /** True when browsers of other, allow-listed origins may call it. */
  readonly isCrossOrigin?: boolean;
  /** Writes refusals in another form than the envelope. */
  readonly refuse?: (error: BridgeError, exchange: Exchange) => Reply;
}
