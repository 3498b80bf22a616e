import {
  ACCOUNT,
  LIMITS,
  type CallPrincipal,
  type WireInput,
  type WireOutput,
} from '@bridge/contracts';
import { accountOf, type Handler } from '@bridge/bus';
import {
  findJournalSpan,
  listRefusals,
  readJournal,
  type JournalFilter,
  type JournalRow,
  type JournalSpan,
} from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import type { AccountDeps } from '../deps.ts';
import { findKeyNames } from '../key-name.store.ts';

type Input = WireInput<typeof ACCOUNT.auditRead>;
type Output = WireOutput<typeof ACCOUNT.auditRead>;
const DAY_MS = 24 * 3_600_000;
const ACTOR_KEY = /^key_/;

/** The Worlds of the rows that the caller may see and wants; null for all. Throws key_world_not_allowed. */
function wordsOf(ctx: CallPrincipal, word: string | undefined): readonly string[] | null {
  if (word === undefined) return ctx.worlds;
  if (ctx.worlds !== null && !ctx.worlds.includes(word))
    throw new BridgeError('key_world_not_allowed', { word });
  return [word];
}

/** The window of rows that one call reads: after `after_id`, at most as many as a call may scan. */
function filterOf(input: Input, ctx: CallPrincipal, span: JournalSpan): JournalFilter {
  const after = Math.max(input.after_id, span.after);
  return {
    after,
    until: Math.min(span.until, after + LIMITS.auditRowsScannedMax),
    // Without the owner's consent a key sees the rows of its own calls.
    actor: ctx.audit_all === true ? null : ctx.key_id,
    pageId: input.page_id ?? null,
    words: wordsOf(ctx, input.word),
    action: input.action ?? null,
  };
}

function eventOf(row: JournalRow, names: ReadonlyMap<string, string>): Output['events'][number] {
  const { seq, at, action, surface, actor, key_id, page_id, word, request_id } = row;
  const type = ACTOR_KEY.test(actor) ? 'key' : actor === 'owner' ? 'owner' : 'system';
  return {
    id: seq,
    at: at.toISOString(),
    action,
    surface,
    actor: { type, key_id, key_name: key_id === null ? null : (names.get(key_id) ?? null) },
    target: { page_id, word },
    revision_before: row.rev_before,
    revision_after: row.rev_after,
    request_id,
  };
}

/** True when no row of the window is left out, so that the events are a part of the chain. */
function isWhole({ actor, pageId, words, action }: JournalFilter): boolean {
  return [actor, pageId, words, action].every((one) => one === null);
}

/** Reads the journal of the account, or the rows of the calling key, and the refusals of the key. */
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
    const keyIds = rows.flatMap(({ key_id }) => (key_id === null ? [] : [key_id]));
    const names = await findKeyNames(db, accountId, [...new Set(keyIds)]);
    const [first] = rows;
    const last = rows.length === input.limit ? (rows.at(-1)?.seq ?? filter.until) : filter.until;
    return {
      events: rows.map((row) => eventOf(row, names)),
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
