import type { ErrorCode } from '@bridge/contracts';
import type { BridgeError } from '@bridge/kernel';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FullReply } from './write-reply.ts';
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
  /** Address of the client, seen through the configured number of proxies. */
  readonly address: string;
  readonly noted: Noted;
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
