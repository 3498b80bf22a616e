import { type SqlStatementRunner, sql } from '@bridge/db';

/** One entry of an account’s ledger, which lists every change of its credits. */
export interface LedgerEntryRow {
  readonly entry: number;
  readonly kind: 'grant' | 'hold' | 'capture' | 'release' | 'refund';
  readonly amount: number;
  readonly ref: string;
  readonly at: Date;
}

/** Lists the entries of an account’s ledger of credits with a number below `before` (null for all), newest first. */
export async function listEntries(
  db: SqlStatementRunner,
  accountId: string,
  before: number | null,
  limit: number,
): Promise<readonly LedgerEntryRow[]> {
  return db.rows(
    sql<LedgerEntryRow>`select l.entry, l.kind, l.amount, l.ref, l.at from account.ledger l
      where l.account_id = ${accountId} and l.entry < ${before ?? Number.MAX_SAFE_INTEGER}::bigint
      order by l.entry desc limit ${limit}`,
    'prepared',
  );
}
