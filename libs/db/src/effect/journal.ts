import { BridgeError, durations } from '@bridge/kernel';
import { sql } from 'kysely';
import type { Queryable } from '../queryable.ts';

const headWait = durations(
  'journal_append',
  'Time to append to an account’s journal: above a millisecond it is the wait for the chain’s head.',
  [],
);

/** One effect, as the journal keeps it: the audit log and the event log in one (house design section 4). */
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
    'effect.append',
  );
  appended();
  if (row === undefined)
    throw new BridgeError('internal', {}, { cause: 'effect.append returned nothing' });
  return row.seq;
}

/** The first row of an account whose number, link or hash is not what it must be. */
export interface BrokenLink {
  readonly account_id: string;
  readonly seq: number;
  readonly reason: 'gap' | 'link' | 'hash' | 'head' | 'lost';
}

/** Checks every chain and names the first bad row of each broken one; empty when all is well. */
export async function verifyJournal(db: Queryable): Promise<readonly BrokenLink[]> {
  return db.rows(
    sql<BrokenLink>`with linked as (
        select j.*, lag(j.seq, 1, 0) over w as seq_before,
          lag(j.hash, 1, ''::bytea) over w as hash_before
        from effect.journal j window w as (partition by account_id order by seq)
      ), bad as (
        select account_id, seq, case
          when seq <> seq_before + 1 then 'gap'
          when prev <> hash_before then 'link'
          when hash is distinct from effect.row_hash(hash_v, prev, account_id, seq, at, action, actor, key_id, surface, page_id, word,
            rev_before, rev_after, request_id) then 'hash' end as reason
        from linked
        union all
        select h.account_id, h.seq, 'head' from effect.journal_head h
        left join effect.journal j on j.account_id = h.account_id and j.seq = h.seq and j.hash = h.hash
        where j.account_id is null and h.seq > 0
        union all
        select j.account_id, j.seq, 'head' from effect.journal j
        left join effect.journal_head h on h.account_id = j.account_id and h.seq >= j.seq
        where h.account_id is null
      )
      select distinct on (account_id) account_id, seq, reason from bad where reason is not null order by account_id, seq`,
  );
}
