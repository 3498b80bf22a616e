import {
  activityPatterns,
  LIMITS,
  type ACCOUNT,
  type VerifiableJournalRow,
  type WireInput,
} from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import {
  findActivityFloor,
  findJournalSpan,
  lastJournalSeq,
  listAccountRefusals,
  listRefusals,
  readActivity,
  readHashedRows,
  type ConsoleJournalFilter,
  type HashedJournalRow,
  type LastJournalRowAndSeqRange,
} from '@bridge/db';
import { activityEventOf, namesOfKeys } from '../activity-event.ts';
import { chainCheckOf, readChainCheck } from '../chain-check.store.ts';
import type { AccountDeps } from '../deps.ts';
import { ownerAccountOf } from '../owner-account-of.ts';

/** The input of account.activity: the filter, and which page of the activity list the caller requests. */
type ActivityInput = WireInput<typeof ACCOUNT.activity>;

/**
 * Converts the input of `account.activity` to a filter of journal rows: their range and the conditions for one page of the
 * list.
 */
function rowsOf(input: ActivityInput, span: LastJournalRowAndSeqRange): ConsoleJournalFilter {
  const patterns = input.kind === null ? null : activityPatterns(input.kind);
  return {
    after: input.from === null ? 0 : span.after,
    until: Math.min(span.until, (input.before ?? Number.MAX_SAFE_INTEGER) - 1),
    keyId: input.key_id,
    pageId: input.page_id,
    word: input.word,
    surface: input.surface,
    actions: patterns?.of ?? null,
    notActions: patterns?.without ?? null,
  };
}

/**
 * True when the filter can skip many journal rows before a page is full, so that the number of scanned rows must be limited. A
 * filter by key or by website alone uses an index.
 */
function isSifting({ keyId, pageId, word, surface, actions }: ConsoleJournalFilter): boolean {
  return (
    word !== null || surface !== null || actions !== null || (keyId !== null && pageId !== null)
  );
}

/**
 * Lists the effects (committed changes) of an account for its owner, newest first, from the journal. Spec: activity.filters.
 */
export function activity({ db }: AccountDeps): ServiceCallHandler<typeof ACCOUNT.activity> {
  return async (input, call) => {
    const accountId = ownerAccountOf(call);
    const [check, span] = await Promise.all([
      readChainCheck(db, accountId),
      findJournalSpan(db, accountId, {
        since: new Date(input.from ?? 0),
        until: input.to === null ? null : new Date(input.to),
      }),
    ]);
    if (span === undefined)
      return { events: [], next: null, chain: { ...chainCheckOf(check), seq: 0 } };
    const wished = rowsOf(input, span);
    const floor = isSifting(wished)
      ? await findActivityFloor(db, accountId, wished, LIMITS.auditRowsScannedMax)
      : 0;
    const filter = { ...wished, after: Math.max(wished.after, floor) };
    const rows = await readActivity(db, accountId, filter, input.limit);
    const names = await namesOfKeys(db, accountId, rows);
    // `last` is the lowest number of a journal row that this page of the list covers.
    // A full page covers the rows down to its last row. Any other page covers its whole range.
    const last = rows.length === input.limit ? (rows.at(-1)?.seq ?? 0) : filter.after + 1;
    return {
      events: rows.map((row) => activityEventOf(row, names)),
      next: last > wished.after + 1 ? last : null,
      chain: { ...chainCheckOf(check), seq: span.seq },
    };
  };
}

function lineOf(accountId: string, row: HashedJournalRow): VerifiableJournalRow {
  return {
    hash_v: row.hash_v,
    account_id: accountId,
    seq: row.seq,
    at: row.at.toISOString(),
    action: row.action,
    actor: row.actor,
    key_id: row.key_id,
    surface: row.surface,
    page_id: row.page_id,
    word: row.word,
    revision_before: row.rev_before,
    revision_after: row.rev_after,
    request_id: row.request_id,
    prev: row.prev,
    hash: row.hash,
  };
}

/**
 * Returns rows of the journal (the audit log), oldest first, each with its own hash and that of the previous row. The file with
 * the owner’s journal is made from them. Spec: activity.file.
 */
export function activityLines({
  db,
}: AccountDeps): ServiceCallHandler<typeof ACCOUNT.activityLines> {
  return async ({ after, limit }, call) => {
    const accountId = ownerAccountOf(call);
    const seq = await lastJournalSeq(db, accountId);
    const rows = await readHashedRows(db, accountId, after, limit);
    return { lines: rows.map((row) => lineOf(accountId, row)), seq };
  };
}

/** Counts the refused calls of an account, or of one key, by minute, action and code. Spec: activity.refusals. */
export function refusals({ db }: AccountDeps): ServiceCallHandler<typeof ACCOUNT.refusals> {
  return async ({ key_id, from, limit }, call) => {
    const accountId = ownerAccountOf(call);
    const since = new Date(from);
    const rows =
      key_id === null
        ? await listAccountRefusals(db, accountId, since, limit)
        : (await listRefusals(db, { accountId, keyId: key_id }, since, limit)).map((row) => ({
            ...row,
            key_id,
          }));
    const names = await namesOfKeys(db, accountId, rows);
    return {
      refusals: rows.map((row) => ({
        minute: row.minute.toISOString(),
        key_id: row.key_id,
        key_name: names.get(row.key_id) ?? null,
        action: row.action,
        code: row.code,
        n: row.n,
      })),
    };
  };
}
