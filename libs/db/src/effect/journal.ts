import { BridgeError, durations } from '@bridge/kernel';
import type { SqlStatementRunner } from '../statement-runner.ts';
import { sql } from '../sql.ts';

const headWait = durations(
  'journal_append',
  'Time to append to an account’s journal: above a millisecond it is the wait for the chain’s head.',
  [],
);

/** One effect as it is appended to the journal, the audit log of an account (ADR 001). */
export interface JournalEntry {
  readonly accountId: string;
  readonly action: string;
  /** Id of the key that acted, or `owner`. */
  readonly actor: string;
  readonly keyId: string | null;
  readonly surface: string;
  readonly pageId: number | null;
  readonly word: string | null;
  readonly revBefore: number | null;
  readonly revAfter: number | null;
  readonly requestId: string;
}

/** Account and number of a journal row. */
export interface JournalPosition {
  readonly accountId: string;
  readonly seq: number;
}

/** An open transaction: runs its statements and collects the journal rows that it appends. */
export interface TransactionHandle extends SqlStatementRunner {
  readonly appended: JournalPosition[];
}

/**
 * Locks the last journal row of an account until the commit. A transaction that appends for two accounts must lock both in
 * ascending order of the account ids, to prevent deadlocks.
 */
export async function lockHead(tx: SqlStatementRunner, accountId: string): Promise<void> {
  await tx.rows(sql`select 1 from effect.journal_head where account_id = ${accountId} for update`);
}

/**
 * Appends an effect to the journal of its account and returns the row's number, which has no gaps. It must be the last
 * statement of the transaction, because it locks the account's journal. The database computes the hash.
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
