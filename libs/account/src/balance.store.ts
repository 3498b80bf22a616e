import { LIMITS } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

/** The credits of an account. */
export interface CreditBalance {
  /** Credits that can be spent; credits that are set aside (held) are not included. */
  readonly balance: number;
  /** Credits that are set aside (held) for paid calls in progress. */
  readonly held: number;
  /** Credits spent in the last 30 days in UTC, minus refunds. */
  readonly spent_30d: number;
}

/**
 * Marks the balance of an account as low when a hold of `spent` credits (set aside for a call) brought it below `low`. Returns
 * false when the balance is not below `low`, was below it before the hold, or is marked already.
 */
export async function markLowBalance(
  tx: SqlStatementRunner,
  accountId: string,
  { low, spent }: { readonly low: number; readonly spent: number },
): Promise<boolean> {
  const rows = await tx.rows(
    sql`insert into account.low_balance (account_id)
      select b.account_id from account.balance b
      where b.account_id = ${accountId} and b.balance < ${low}::bigint and b.balance + ${spent}::bigint >= ${low}::bigint
      on conflict do nothing returning 1 as marked`,
  );
  return rows.length === 1;
}

/** Removes the mark that the balance is low, after credits were added. */
export async function clearLowBalance(tx: SqlStatementRunner, accountId: string): Promise<void> {
  await tx.rows(sql`delete from account.low_balance where account_id = ${accountId}`);
}

const NO_CREDITS: CreditBalance = { balance: 0, held: 0, spent_30d: 0 };

/** Reads the credits of an account; they are 0 for an account to which none were ever added. */
export async function readBalance(
  db: SqlStatementRunner,
  accountId: string,
): Promise<CreditBalance> {
  const [row] = await db.rows(
    sql<CreditBalance>`select b.balance, b.held,
        (select greatest(coalesce(sum(d.amount), 0), 0)::bigint from (
          select s.amount from account.spent_day s
          where s.account_id = b.account_id
            and s.day > (now() at time zone 'utc')::date - ${LIMITS.creditsSpentDays}::integer
          order by s.day desc limit ${LIMITS.creditsSpentDays}::integer) d) as spent_30d
      from account.balance b where b.account_id = ${accountId}`,
    'prepared',
  );
  return row ?? NO_CREDITS;
}
