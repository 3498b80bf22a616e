import { z } from 'zod';
import type { SqlStatementRunner } from '../statement-runner.ts';
import type { InvalidJournalRow } from './verify-journal.ts';
import { sql } from '../sql.ts';

const HEAD = z.strictObject({
  account_id: z.string(),
  seq: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * The number and hash of the last row in the journal (audit log) of an account. `hash` is a SHA-256 (hex) that covers all rows
 * up to it. A copy outside the database later proves that no row was removed or changed.
 */
export type LastJournalRowHash = Readonly<z.output<typeof HEAD>>;

/** Parses a journal head (number and hash of an account's last row) from a line of JSON; null for any other text. */
export function readHead(line: string): LastJournalRowHash | null {
  try {
    return HEAD.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Maximum number of journal heads (last rows of accounts) that one statement reads. */
export const HEADS_PAGE = 1_000;

/** Reads the journal heads (number and hash of an account's last row) of up to 1,000 accounts after `after`, by account id. */
export function journalHeads(
  db: SqlStatementRunner,
  after: string,
): Promise<readonly LastJournalRowHash[]> {
  return db.rows(
    sql<LastJournalRowHash>`select account_id, seq, encode(hash, 'hex') as hash from effect.journal_head
      where account_id > ${after} and seq > 0 order by account_id limit ${HEADS_PAGE}`,
  );
}

/**
 * Checks exported journal heads (number and hash of an account's last row at that time; at most 1,000). Returns those whose row
 * is now missing from the journal or has another hash.
 */
export function lostHeads(
  db: SqlStatementRunner,
  heads: readonly LastJournalRowHash[],
): Promise<readonly InvalidJournalRow[]> {
  const accounts = heads.map(({ account_id }) => account_id);
  const seqs = heads.map(({ seq }) => seq);
  const hashes = heads.map(({ hash }) => hash);
  return db.rows(
    sql<InvalidJournalRow>`select h.account_id, h.seq, 'lost' as reason
      from unnest(${accounts}::text[], ${seqs}::bigint[], ${hashes}::text[]) as h (account_id, seq, hash)
      left join effect.journal j
        on j.account_id = h.account_id and j.seq = h.seq and encode(j.hash, 'hex') = h.hash
      where j.account_id is null order by h.account_id`,
  );
}
