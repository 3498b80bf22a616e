import { LIVE } from '@bridge/contracts';
import { z } from 'zod';
import type { LiveEventStream } from '../live/live-stream.ts';
import type { LiveEventStreams } from '../live/live-streams.ts';
import { whenGone, type HttpExchange, type HttpRoute } from './exchange.ts';
import type { OwnerSessionDeps } from './owner-route.ts';
import type { OwnerRouteFactory } from './owner-routes.ts';
import { integerParam } from './params.ts';

/**
 * Schema of the query: `after` is the number of the last journal (audit log) row that the console has read. A browser that
 * reconnects sends the id of the last event in the header Last-Event-ID, which takes precedence.
 */
const eventsQuery = z.strictObject({ after: integerParam.optional() });
const HEADERS = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store',
  // Tells proxies not to buffer the stream, which would delay events.
  'x-accel-buffering': 'no',
} as const;

/** Dependencies of the route of live events. */
export interface EventsRouteDeps extends Pick<OwnerSessionDeps, 'sessions'> {
  readonly live: LiveEventStreams;
}

function startOf({ request }: HttpExchange, after: number | undefined): number | null {
  const last = request.headers['last-event-id'];
  // Without a valid id in the header and without `after`, the stream begins at the end of the journal.
  return integerParam.safeParse(last).data ?? after ?? null;
}

/**
 * Sends event-stream comments that keep the connection open; ends the stream when its session has ended or its client has
 * disconnected.
 */
function attend(
  { sessions }: EventsRouteDeps,
  exchange: HttpExchange,
  stream: LiveEventStream,
): void {
  const { cookie } = exchange.request.headers;
  const look = async (): Promise<void> => {
    if (await sessions.isValid(cookie)) stream.comment();
    else stream.end();
  };
  // When the database is unavailable, the session cannot be read and the stream stays open.
  const timer = setInterval(() => void look().catch(() => stream.comment()), LIVE.commentMs);
  whenGone(exchange, () => {
    clearInterval(timer);
    stream.end();
  });
}

/** Returns the route of the stream of live events of an account, for its console. Spec: live.stream. */
export function eventsRoute(owner: OwnerRouteFactory, deps: EventsRouteDeps): HttpRoute {
  const checks = { query: eventsQuery };
  return owner.route(
    'GET',
    '/api/console/events',
    checks,
    async ({ accountId, exchange, query }) => {
      if (exchange.request.method === 'HEAD') return { status: 200, headers: HEADERS, body: null };
      const stream = deps.live.open(accountId, startOf(exchange, query.after));
      attend(deps, exchange, stream);
      return { status: 200, headers: HEADERS, body: stream.chunks() };
    },
  );
}
