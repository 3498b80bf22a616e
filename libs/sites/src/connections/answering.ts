import { clientBlock, type AddressBound, type ResourceScope } from '@bridge/kernel';
import type { Socket } from 'node:net';
import { crowded, type AnswerDeps, type Opened } from '../answer.ts';
import type { SiteRequest } from '../http/site-request.ts';

/** What answering on a connection uses, on the fast path and on the plain one. */
export interface ConnectionDeps extends AnswerDeps {
  /** Headers of every answer, names and values in turn. */
  readonly headers: readonly string[];
  /** True once the process is ending: answers then close their connection. */
  readonly draining: () => boolean;
  /** Counts answers by their client, where requests come through a proxy; null where connections are counted. */
  readonly clients: AddressBound | null;
  /** How many trusted proxies stand in front. */
  readonly hops: number;
}

/** The refusal of a request whose client has its most answers open; null when it is counted, until the scope ends. */
export function refuseCrowded(
  { clients, hops }: Pick<ConnectionDeps, 'clients' | 'hops'>,
  scope: ResourceScope,
  socket: Socket,
  request: SiteRequest,
): Opened | null {
  if (clients === null) return null;
  return clients.admit(scope, clientBlock(socket.remoteAddress, request.forwardedFor, hops))
    ? null
    : crowded(request);
}

/** A connection without traffic is closed after this: a slow reader keeps no bytes for ever. */
export const SOCKET_IDLE_MS_MAX = 30_000;
/** A kept-alive connection; longer than proxies keep theirs, so that they close first. */
export const KEEP_ALIVE_MS = 65_000;
