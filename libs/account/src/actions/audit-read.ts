import { ACCOUNT, LIMITS, type CallPrincipal, type WireInput } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import {
  findJournalSpan,
  listRefusals,
  readJournal,
  type JournalFilter,
  type LastJournalRowAndSeqRange,
} from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { activityEventOf, namesOfKeys } from '../activity-event.ts';
import type { AccountDeps } from '../deps.ts';

/** The input of the action `audit.read`: the filter and the range of the journal rows (audit log) that a key requests. */
type AuditReadInput = WireInput<typeof ACCOUNT.auditRead>;
const DAY_MS = 24 * 3_600_000;

/**
 * Returns the Worlds (public identities) whose journal rows may be returned: the requested World or those of the key; null for
 * all Worlds. Throws key_world_not_allowed.
 */
function wordsOf(ctx: CallPrincipal, word: string | undefined): readonly string[] | null {
  if (word === undefined) return ctx.worlds;
  if (ctx.worlds !== null && !ctx.worlds.includes(word))
    throw new BridgeError('key_world_not_allowed', { word });
  return [word];
}

/**
 * Returns the filter of journal rows for one call: the rows after `after_id`, at most `LIMITS.auditRowsScannedMax` of them, and
 * the conditions of the input.
 */
function filterOf(
  input: AuditReadInput,
  ctx: CallPrincipal,
  words: readonly string[] | null,
  span: LastJournalRowAndSeqRange,
): JournalFilter {
  const after = Math.max(input.after_id, span.after);
  return {
    after,
    until: Math.min(span.until, after + LIMITS.auditRowsScannedMax),
    // Without the owner’s consent (`audit_all`), a key receives only the rows of its own calls.
    actor: ctx.audit_all === true ? null : ctx.key_id,
    pageId: input.page_id ?? null,
    words,
    action: input.action ?? null,
  };
}

/**
 * True when no condition omits journal rows of the range, so that the returned events are consecutive rows of the hash chain.
 */
function isWhole({ actor, pageId, words, action }: JournalFilter): boolean {
  return [actor, pageId, words, action].every((one) => one === null);
}

/**
 * Returns journal rows of the account to a key, without `audit_all` only the rows of its own calls, and the refused calls of
 * the key.
 */
export function auditRead({
  db,
  clock,
}: AccountDeps): ServiceCallHandler<typeof ACCOUNT.auditRead> {
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
    const filter = filterOf(input, ctx, words, span);
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
