import { BridgeError, durations } from '@bridge/kernel';
import type { SqlStatementRunner } from '../statement-runner.ts';
import { sql } from '../sql.ts';

const headWait = durations(
  'journal_append',
  'Time to append to an account’s journal: above a millisecond it is the wait for the chain’s head.',
  [],
);

/** One committed change as it is appended to the journal, the audit log of an account (ADR 001). */
export interface JournalEntry {
  readonly accountId: string;
  readonly action: string;
  /** Id of the agent key that made the change, or `owner`. */
  readonly actor: string;
  readonly keyId: string | null;
  readonly surface: string;
  readonly pageId: number | null;
  readonly word: string | null;
  readonly revBefore: number | null;
  readonly revAfter: number | null;
  readonly requestId: string;
}

/** Account and number of a row in the journal (audit log). */
export interface JournalRowReference {
  readonly accountId: string;
  readonly seq: number;
}

/** An open transaction: runs statements, and lists the journal rows (audit log) that it has appended. */
export interface TransactionHandle extends SqlStatementRunner {
  readonly appended: JournalRowReference[];
}

/**
 * Locks the head of an account's journal (the row with the number and hash of its last entry) until the commit. A transaction
 * that appends for two accounts must lock both in ascending order of the account ids, to prevent deadlocks.
 */
export async function lockHead(tx: SqlStatementRunner, accountId: string): Promise<void> {
  await tx.rows(sql`select 1 from effect.journal_head where account_id = ${accountId} for update`);
}

/**
 * Appends a change to the journal (audit log) of its account. Returns the number of the row; numbers have no gaps. It must be
 * the last statement of the transaction, because it locks the journal of the account. The database computes the hash.
 */
export async function append(tx: TransactionHandle, entry: JournalEntry): Promise<number> {
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
