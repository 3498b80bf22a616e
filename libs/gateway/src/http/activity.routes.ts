import { ACCOUNT, LIMITS, type VerifiableJournalRow } from '@bridge/contracts';
import { BridgeError, type Clock } from '@bridge/kernel';
import { z } from 'zod';
import type { HttpExchange, HttpRoute } from './exchange.ts';
import type { SendCallAsOwnerFunction, OwnerRouteFactory } from './owner-routes.ts';
import { emptyQuery, listQuery, positiveParam } from './params.ts';

/** Number of rows of the journal (audit log) that are requested in one bus message while the journal is sent as a file. */
const LINES_PAGE = 500;
const REFUSALS_MAX = 500;
const REFUSAL_DAYS_MS = LIMITS.auditRefusalDays * 24 * 3_600_000;

const filterShape = ACCOUNT.activity.input.shape;
const activityQuery = z.strictObject({
  key_id: filterShape.key_id.default(null),
  page_id: positiveParam.pipe(filterShape.page_id.unwrap()).nullable().default(null),
  word: filterShape.word.default(null),
  kind: filterShape.kind.default(null),
  surface: filterShape.surface.default(null),
  from: filterShape.from.default(null),
  to: filterShape.to.default(null),
  /** Cursor: the member `next` in the reply with the previous page of results. */
  after: positiveParam.nullable().default(null),
  limit: listQuery.limit,
});
const refusalsQuery = z.strictObject({
  key_id: ACCOUNT.refusals.input.shape.key_id.default(null),
  from: z.iso.datetime().optional(),
  limit: positiveParam.pipe(z.int().max(REFUSALS_MAX)).default(LIMITS.listLimitMax),
});
const verifyRequest = z.strictObject({
  from: ACCOUNT.chainVerify.input.shape.from.default(null),
});

/**
 * Yields the rows of an account’s journal (audit log) as JSON lines, up to the row that was the last one when the first page
 * was read.
 */
async function* journalFile(ask: SendCallAsOwnerFunction): AsyncGenerator<string> {
  let until: number | null = null;
  for (let after = 0; until === null || after < until;) {
    const input = { after, limit: LINES_PAGE };
    const page: { lines: VerifiableJournalRow[]; seq: number } = await ask(
      ACCOUNT.activityLines,
      input,
    );
    const end: number = (until ??= page.seq);
    const lines = page.lines.filter(({ seq }) => seq <= end);
    const last = lines.at(-1);
    // A stream needs at least one piece, so an empty journal yields an empty string.
    yield lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    if (last === undefined) return;
    after = last.seq;
  }
}

/**
 * Returns the routes by which an owner reads the journal (audit log) of the account. Spec: activity.filters, activity.file.
 */
export function activityRoutes(owner: OwnerRouteFactory, clock: Clock): readonly HttpRoute[] {
  /** The requests that this gateway is now answering with the journal as a file, by account. */
  const writing = new Map<string, HttpExchange>();
  /** Marks the file as being sent until the returned function is called. Throws rate_limited while it is being sent. */
  const start = (accountId: string, exchange: HttpExchange): (() => void) => {
    if (writing.has(accountId))
      throw new BridgeError('rate_limited', { limit: '1 file at a time' }, { retryAfterS: 5 });
    writing.set(accountId, exchange);
    return () => {
      if (writing.get(accountId) === exchange) writing.delete(accountId);
    };
  };
  async function* writtenFile(
    ask: SendCallAsOwnerFunction,
    end: () => void,
  ): AsyncGenerator<string> {
    try {
      yield* journalFile(ask);
    } finally {
      // The client may request the next file as soon as it has read this one, before this request has ended.
      end();
    }
  }

  return [
    owner.get('/api/console/activity', { query: activityQuery }, ({ ask, query }) => {
      const { after: before, ...filter } = query;
      return ask(ACCOUNT.activity, { ...filter, before });
    }),
    owner.route(
      'GET',
      '/api/console/activity.jsonl',
      { query: emptyQuery },
      async ({ accountId, ask, exchange }) => {
        const end = start(accountId, exchange);
        exchange.scope.own(end);
        return {
          status: 200,
          headers: {
            'content-type': 'application/x-ndjson; charset=utf-8',
            'content-disposition': 'attachment; filename="journal.jsonl"',
          },
          body: exchange.request.method === 'HEAD' ? null : writtenFile(ask, end),
        };
      },
    ),
    owner.post('/api/console/activity/verify', { body: verifyRequest }, ({ ask, body }) =>
      ask(ACCOUNT.chainVerify, body),
    ),
    owner.get('/api/console/refusals', { query: refusalsQuery }, ({ ask, query }) => {
      const week = new Date(clock.now() - REFUSAL_DAYS_MS).toISOString();
      return ask(ACCOUNT.refusals, { ...query, from: query.from ?? week });
    }),
  ];
}
