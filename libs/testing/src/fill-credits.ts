import { sql, type Db } from '@bridge/db';

/** Gives other accounts credits, and one account a ledger of `count` holds captured on many days. */
export async function fillCredits(db: Db, accountId: string, count: number): Promise<void> {
  const each = sql`from generate_series(1, ${count}::int) n`;
  await db.rows(sql`insert into account.ledger (account_id, kind, amount, ref)
    select 'acc_' || lpad(n::text, 26, '0'), 'grant', 100, 'filled' ${each}`);
  await db.rows(sql`insert into account.ledger (account_id, kind, amount, ref)
    select ${accountId}::text, 'grant', 10 * ${count}::int, 'filled'`);
  for (const kind of ['hold', 'capture'] as const) {
    await db.rows(sql`insert into account.ledger (account_id, kind, amount, ref, at)
      select 'acc_' || lpad(n::text, 26, '0'), ${kind}, 10, 'spent', now() - make_interval(days => n) ${each}`);
    await db.rows(sql`insert into account.ledger (account_id, kind, amount, ref, at)
      select ${accountId}::text, ${kind}, 10, 'filled-' || n, now() - make_interval(days => n) ${each}`);
  }
}
