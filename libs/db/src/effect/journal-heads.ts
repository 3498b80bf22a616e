import { z } from 'zod';
import type { Queryable } from '../queryable.ts';
import type { BrokenLink } from './verify-journal.ts';
import { sql } from '../sql.ts';

const HEAD = z.strictObject({
  account_id: z.string(),
  seq: z.int().positive(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});

/**
 * The last row of an account's journal at some moment; `hash` is the SHA-256 (hex) over the whole chain. A copy outside
 * of the database proves later that no row was removed or rewritten.
 */
export type JournalHead = Readonly<z.output<typeof HEAD>>;

/** Parses the head from its line of JSON; null for any other text. */
export function readHead(line: string): JournalHead | null {
  try {
    return HEAD.parse(JSON.parse(line));
  } catch {
    return null;
  }
}

/** Number of heads in one page. */
export const HEADS_PAGE = 1_000;

/** Reads the heads of all chains in the order of their accounts, one page after the account `after`. */
export function journalHeads(db: Queryable, after: string): Promise<readonly JournalHead[]> {
  return db.rows(
    sql<JournalHead>`select account_id, seq, encode(hash, 'hex') as hash from effect.journal_head
      where account_id > ${after} and seq > 0 order by account_id limit ${HEADS_PAGE}`,
  );
}

/** Returns those of the exported heads (at most one page) that are missing or different in the journal now. */
export function lostHeads(
  db: Queryable,
  heads: readonly JournalHead[],
): Promise<readonly BrokenLink[]> {
  const accounts = heads.map(({ account_id }) => account_id);
  const seqs = heads.map(({ seq }) => seq);
  const hashes = heads.map(({ hash }) => hash);
  return db.rows(
    sql<BrokenLink>`select h.account_id, h.seq, 'lost' as reason
      from unnest(${accounts}::text[], ${seqs}::bigint[], ${hashes}::text[]) as h (account_id, seq, hash)
      left join effect.journal j
        on j.account_id = h.account_id and j.seq = h.seq and encode(j.hash, 'hex') = h.hash
      where j.account_id is null order by h.account_id`,
  );
}
