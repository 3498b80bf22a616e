import { type SqlStatementRunner, sql } from '@bridge/db';

/**
 * Locks the account’s row in `account.gate` until the transaction ends, so that concurrent inserts cannot together exceed a
 * limit on the number of rows.
 */
export async function lockGate(tx: SqlStatementRunner, accountId: string): Promise<void> {
  await tx.rows(sql`insert into account.gate as g (account_id) values (${accountId})
    on conflict (account_id) do update set account_id = excluded.account_id`);
}
