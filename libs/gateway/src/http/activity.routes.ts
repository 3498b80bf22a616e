import type { Bus } from '@bridge/bus';
import { ACCOUNT, LIMITS, type JournalLine } from '@bridge/contracts';
import { BridgeError, type Clock } from '@bridge/kernel';
import { z } from 'zod';
import type { RateLimiter } from '../admission/rate-limiter.ts';
import { ownerPrincipal } from '../dispatch/call-context.ts';
import { makeServiceCaller, type ServiceCaller } from './call-service.ts';
import { okReply } from './errors.ts';
import type { Exchange, Route } from './exchange.ts';
import { asOwner, type OwnerDeps } from './owner-route.ts';
import { emptyQuery, positiveParam } from './params.ts';
import { checked, readJson } from './read-json.ts';

/** Number of journal rows that one bus message returns while a file is written. */
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
  /** The member `next` of the previous page of results. */
  after: positiveParam.nullable().default(null),
  limit: positiveParam.pipe(filterShape.limit).default(LIMITS.listLimitDefault),
});
const refusalsQuery = z.strictObject({
  key_id: ACCOUNT.refusals.input.shape.key_id.default(null),
  from: z.iso.datetime().optional(),
  limit: positiveParam.pipe(z.int().max(REFUSALS_MAX)).default(LIMITS.listLimitMax),
});
const verifyRequest = z.strictObject({
  from: ACCOUNT.chainVerify.input.shape.from.default(null),
});

/** Dependencies of the routes of the account’s activity. */
export interface ActivityRouteDeps extends OwnerDeps {
  readonly bus: Bus;
  readonly limiter: RateLimiter;
  readonly clock: Clock;
}

/** Yields the rows of a journal as JSON lines, up to the row that was the last one when the file began. */
async function* journalFile(
  call: ServiceCaller,
  exchange: Exchange,
  accountId: string,
): AsyncGenerator<string> {
  let until: number | null = null;
  for (let after = 0; until === null || after < until;) {
    const input = { after, limit: LINES_PAGE };
    const page: { lines: JournalLine[]; seq: number } = await call(
      ACCOUNT.activityLines,
      exchange,
      accountId,
      input,
    );
    const end: number = (until ??= page.seq);
    const lines = page.lines.filter(({ seq }) => seq <= end);
    const last = lines.at(-1);
    // A stream needs at least one piece, so an empty journal yields an empty one.
    yield lines.map((line) => `${JSON.stringify(line)}\n`).join('');
    if (last === undefined) return;
    after = last.seq;
  }
}

/** Returns the routes by which an owner reads the journal of the account. Spec: activity.filters, activity.file. */
export function activityRoutes(deps: ActivityRouteDeps): readonly Route[] {
  const call = makeServiceCaller(deps.bus);
  /** Accounts whose journal file is being sent by this gateway now. */
  const writing = new Set<string>();

  const list = asOwner(deps, async (exchange, { account_id: own }) => {
    const { after, ...filter } = checked(activityQuery, exchange.query);
    deps.limiter.takeRead(ownerPrincipal(own));
    const page = await call(ACCOUNT.activity, exchange, own, { ...filter, before: after });
    return okReply(exchange.requestId, page);
  });

  const listRefusals = asOwner(deps, async (exchange, { account_id: own }) => {
    const { from, ...query } = checked(refusalsQuery, exchange.query);
    deps.limiter.takeRead(ownerPrincipal(own));
    const week = deps.clock.now() - REFUSAL_DAYS_MS;
    const since = from ?? new Date(week).toISOString();
    const counts = await call(ACCOUNT.refusals, exchange, own, { ...query, from: since });
    return okReply(exchange.requestId, counts);
  });

  const verify = asOwner(deps, async (exchange, { account_id: own }) => {
    const input = await readJson(exchange, verifyRequest, deps.clock);
    deps.limiter.takeChange(ownerPrincipal(own));
    return okReply(exchange.requestId, await call(ACCOUNT.chainVerify, exchange, own, input));
  });

  const write = asOwner(deps, async (exchange, { account_id: own }) => {
    checked(emptyQuery, exchange.query);
    deps.limiter.takeRead(ownerPrincipal(own));
    if (writing.has(own))
      throw new BridgeError('rate_limited', { limit: '1 file at a time' }, { retryAfterS: 5 });
    const isHead = exchange.request.method === 'HEAD';
    const lines = async function* (): AsyncGenerator<string> {
      writing.add(own);
      try {
        yield* journalFile(call, exchange, own);
      } finally {
        writing.delete(own);
      }
    };
    return {
      status: 200,
      headers: {
        'content-type': 'application/x-ndjson; charset=utf-8',
        'content-disposition': 'attachment; filename="journal.jsonl"',
      },
      body: isHead ? null : lines(),
    };
  });

  return [
    { path: '/api/console/activity', methods: { GET: list } },
    { path: '/api/console/activity.jsonl', methods: { GET: write } },
    { path: '/api/console/activity/verify', methods: { POST: verify } },
    { path: '/api/console/refusals', methods: { GET: listRefusals } },
  ];
}
