import { BridgeError, durations } from '@bridge/kernel';
import type { Queryable } from '../queryable.ts';
import { sql } from '../sql.ts';

const headWait = durations(
  'journal_append',
  'Time to append to an account’s journal: above a millisecond it is the wait for the chain’s head.',
  [],
);

/** One row of the journal, which is the audit log and the event log (ADR 001). */
export interface JournalEntry {
  readonly accountId: string;
  readonly action: string;
  /** The id of the actor's key, or `owner`. */
  readonly actor: string;
  readonly keyId: string | null;
  readonly surface: string;
  readonly pageId: number | null;
  readonly word: string | null;
  readonly revBefore: number | null;
  readonly revAfter: number | null;
  readonly requestId: string;
}

/** A row of an account’s journal by its number. */
export interface JournalPosition {
  readonly accountId: string;
  readonly seq: number;
}

/** The statements of one open transaction, and the journal rows that it has appended so far. */
export interface OpenTransaction extends Queryable {
  readonly appended: JournalPosition[];
}

/**
 * Locks the head of an account's chain until the commit. A transaction that appends to two chains locks both in the ascending
 * order of the account ids.
 */
export async function lockHead(tx: Queryable, accountId: string): Promise<void> {
  await tx.rows(sql`select 1 from effect.journal_head where account_id = ${accountId} for update`);
}

/**
 * Appends an effect to the chain of its account, as the last statement of its transaction: the head row is the only
 * contended lock of an account. The database computes the hash, so the row and its hash cannot differ. Returns the
 * gapless number of the row. The position is reported to `db.onJournalled` after the commit.
 */
export async function append(tx: OpenTransaction, entry: JournalEntry): Promise<number> {
  const appended = headWait.startTimer();
  const [row] = await tx.rows(
    sql<{
      seq: number;
    }>`select effect.append(${entry.accountId}, ${entry.action}, ${entry.actor}, ${entry.keyId},
      ${entry.surface}, ${entry.pageId}, ${entry.word}, ${entry.revBefore}, ${entry.revAfter}, ${entry.requestId}) as seq`,
    'prepared',
  );
  appended();
  if (row === undefined)
    throw new BridgeError('internal', {}, { cause: 'effect.append returned nothing' });
  tx.appended.push({ accountId: entry.accountId, seq: row.seq });
  return row.seq;
}
