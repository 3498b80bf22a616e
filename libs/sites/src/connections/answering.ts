import { clientBlock, type ClientConnectionLimiter, type ResourceScope } from '@bridge/kernel';
import type { Socket } from 'node:net';
import { refuseClient, type SiteAnswerDeps, type SendableSiteReply } from '../answer.ts';
import type { SiteRequest } from '../http/site-request.ts';

/**
 * The dependencies of the two ways in which the content origin serves a connection: the fast path, which writes to the socket
 * itself, and node:http.
 */
export interface ContentOriginConnectionDeps extends SiteAnswerDeps {
  /** Headers that every answer of the content origin has, as alternating names and values. */
  readonly headers: readonly string[];
  /** True while the process stops; answers then close their connection. */
  readonly isDraining: () => boolean;
  /**
   * Limits the concurrent answers per client when there are proxies; null without proxies, where the connections per client are
   * limited instead.
   */
  readonly clients: ClientConnectionLimiter | null;
  /** Number of trusted proxies in front of the content origin. */
  readonly hops: number;
}

/**
 * Counts an answer as open for its client until `scope` ends. Returns the 503 reply when the client exceeds its limit, else
 * null.
 */
export function countClient(
  { clients, hops }: Pick<ContentOriginConnectionDeps, 'clients' | 'hops'>,
  scope: ResourceScope,
  socket: Socket,
  request: SiteRequest,
): SendableSiteReply | null {
  if (clients === null) return null;
  return clients.admit(scope, clientBlock(socket.remoteAddress, request.forwardedFor, hops))
    ? null
    : refuseClient(request);
}

/** Time in ms after which a connection is closed that has sent no request yet, or whose client does not read the answer. */
export const SOCKET_IDLE_MS_MAX = 30_000;
/**
 * Time in ms after which a connection that waits for its next request is closed. It is longer than the limits of usual proxies,
 * so that the proxy closes first.
 */
export const KEEP_ALIVE_MS = 65_000;
