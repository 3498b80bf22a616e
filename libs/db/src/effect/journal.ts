import { BridgeError, durations } from '@bridge/kernel';
import type { Queryable } from '../queryable.ts';
import { sql } from '../sql.ts';

const headWait = durations(
  'journal_append',
  'Time to append to an account’s journal: above a millisecond it is the wait for the chain’s head.',
  [],
);

/** One effect, as the journal keeps it: the audit log and the event log in one (ADR 001). */
export interface JournalEntry {
  readonly accountId: string;
  readonly action: string;
  /** A key's id, or `owner` for the owner in person. */
  readonly actor: string;
  readonly keyId: string | null;
  readonly surface: string;
  readonly pageId: number | null;
  readonly word: string | null;
  readonly revBefore: number | null;
  readonly revAfter: number | null;
  readonly requestId: string;
}

/**
 * Appends an effect to the account's chain, last in its transaction: the head row is the account's only hot lock. The
 * database computes the hash, so the row and its hash cannot differ. Returns the new gapless number.
 */
export async function append(tx: Queryable, entry: JournalEntry): Promise<number> {
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
  return row.seq;
}
