import { clientBlock, type AddressBound, type ResourceScope } from '@bridge/kernel';
import type { Socket } from 'node:net';
import { refuseClient, type AnswerDeps, type OpenReply } from '../answer.ts';
import type { SiteRequest } from '../http/site-request.ts';

/** The dependencies of the fast path and of the node:http path, by which the content origin serves a connection. */
export interface ConnectionDeps extends AnswerDeps {
  /** Headers of every answer, as alternating names and values. */
  readonly headers: readonly string[];
  /** True while the process stops; answers then close their connection. */
  readonly isDraining: () => boolean;
  /** Limits concurrent answers per client behind proxies; null without proxies, where connections are limited instead. */
  readonly clients: AddressBound | null;
  /** Number of trusted proxies in front of the content origin. */
  readonly hops: number;
}

/** Counts an answer to a client until `scope` ends. Returns the 503 when the client exceeds its limit, else null. */
export function countClient(
  { clients, hops }: Pick<ConnectionDeps, 'clients' | 'hops'>,
  scope: ResourceScope,
  socket: Socket,
  request: SiteRequest,
): OpenReply | null {
  if (clients === null) return null;
  return clients.admit(scope, clientBlock(socket.remoteAddress, request.forwardedFor, hops))
    ? null
    : refuseClient(request);
}

/** Time in ms after which a connection without traffic is closed. */
export const SOCKET_IDLE_MS_MAX = 30_000;
/** Time in ms after which an idle connection is closed. Proxies have shorter limits, so they close first. */
export const KEEP_ALIVE_MS = 65_000;
