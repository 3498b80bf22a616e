import { clientBlock, type AddressBound, type ResourceScope } from '@bridge/kernel';
import type { Socket } from 'node:net';
import { refuseClient, type AnswerDeps, type OpenReply } from '../answer.ts';
import type { SiteRequest } from '../http/site-request.ts';

/** Dependencies of answering on a connection. */
export interface ConnectionDeps extends AnswerDeps {
  /** Headers of every answer: alternating names and values. */
  readonly headers: readonly string[];
  /** True while the process stops; answers then close their connection. */
  readonly isDraining: () => boolean;
  /** Counts answers by client behind a proxy; null where connections are counted. */
  readonly clients: AddressBound | null;
  /** Number of trusted proxies. */
  readonly hops: number;
}

/** Counts an answer of a client until the scope ends; returns the refusal over the client's limit. */
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
