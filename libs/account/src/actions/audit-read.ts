import { ACCOUNT, LIMITS, type CallPrincipal, type WireInput } from '@bridge/contracts';
import { accountOf, type Handler } from '@bridge/bus';
import {
  findJournalSpan,
  listRefusals,
  readJournal,
  type JournalFilter,
  type JournalSpan,
} from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { activityEventOf, namesOfKeys } from '../activity-event.ts';
import type { AccountDeps } from '../deps.ts';

/** The input of the action `audit.read`: the filter and the range of the journal rows that a key requests. */
type AuditInput = WireInput<typeof ACCOUNT.auditRead>;
const DAY_MS = 24 * 3_600_000;

/** Returns the Worlds of the input that the caller may read; null for all Worlds. Throws key_world_not_allowed. */
function wordsOf(ctx: CallPrincipal, word: string | undefined): readonly string[] | null {
  if (word === undefined) return ctx.worlds;
  if (ctx.worlds !== null && !ctx.worlds.includes(word))
    throw new BridgeError('key_world_not_allowed', { word });
  return [word];
}

/** Returns the span of rows that one call reads: after `after_id`, at most as many as a call may scan. */
function filterOf(input: AuditInput, ctx: CallPrincipal, span: JournalSpan): JournalFilter {
  const after = Math.max(input.after_id, span.after);
  return {
    after,
    until: Math.min(span.until, after + LIMITS.auditRowsScannedMax),
    // Without the owner’s consent, a key sees only the rows of its own calls.
    actor: ctx.audit_all === true ? null : ctx.key_id,
    pageId: input.page_id ?? null,
    words: wordsOf(ctx, input.word),
    action: input.action ?? null,
  };
}

/** True when the filter omits no row of the span, so that the events are a part of the hash chain. */
function isWhole({ actor, pageId, words, action }: JournalFilter): boolean {
  return [actor, pageId, words, action].every((one) => one === null);
}

/** Returns journal rows of the account, or only those of the calling key, with the refusals of the key. */
export function auditRead({ db, clock }: AccountDeps): Handler<typeof ACCOUNT.auditRead> {
  return async (input, { ctx, ...call }) => {
    const accountId = accountOf({ ctx, ...call });
    const now = clock.now();
    const oldest = now - LIMITS.auditDays * DAY_MS;
    const since = new Date(Math.max(oldest, Date.parse(input.since ?? '') || oldest));
    const until = input.until === undefined ? null : new Date(input.until);
    const words = wordsOf(ctx, input.word);
    const refusedSince = new Date(now - LIMITS.auditRefusalDays * DAY_MS);
    const [span, refusals] = await Promise.all([
      findJournalSpan(db, accountId, { since, until }),
      ctx.key_id === null
        ? []
        : listRefusals(db, { accountId, keyId: ctx.key_id }, refusedSince, LIMITS.auditRefusalsMax),
    ]);
    const refused = refusals.map((one) => ({ ...one, minute: one.minute.toISOString() }));
    if (span === undefined) {
      const chain = { account_id: accountId, seq: 0, hash: null, prev: null };
      return { events: [], refusals: refused, chain, next_after_id: null };
    }
    const filter = { ...filterOf(input, ctx, span), words };
    const rows = await readJournal(db, accountId, filter, input.limit);
    const names = await namesOfKeys(db, accountId, rows);
    const [first] = rows;
    const last = rows.length === input.limit ? (rows.at(-1)?.seq ?? filter.until) : filter.until;
    return {
      events: rows.map((row) => activityEventOf(row, names)),
      refusals: refused,
      chain: {
        account_id: accountId,
        seq: span.seq,
        hash: span.hash,
        prev: first !== undefined && isWhole(filter) ? first.prev : null,
      },
      next_after_id: last < span.until ? last : null,
    };
  };
}
