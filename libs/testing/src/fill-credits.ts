import { sql, type DatabaseClient } from '@bridge/db';

/** Grants credits to `count` accounts. Also gives one account a ledger with `count` paid calls on different days. */
export async function fillCredits(
  db: DatabaseClient,
  accountId: string,
  count: number,
): Promise<void> {
  const each = sql`from generate_series(1, ${count}::int) n`;
  await db.rows(sql`insert into account.ledger (account_id, kind, amount, ref)
    select 'acc_' || lpad(n::text, 26, '0'), 'grant', 100, 'filled' ${each}`);
  await db.rows(sql`insert into account.ledger (account_id, kind, amount, ref)
    select ${accountId}::text, 'grant', 10 * ${count}::int + 1000, 'filled'`);
  for (const kind of ['hold', 'capture'] as const) {
    await db.rows(sql`insert into account.ledger (account_id, kind, amount, ref, at)
      select 'acc_' || lpad(n::text, 26, '0'), ${kind}, 10, 'spent', now() - make_interval(days => n) ${each}`);
    await db.rows(sql`insert into account.ledger (account_id, kind, amount, ref, at)
      select ${accountId}::text, ${kind}, 10, 'filled-' || n, now() - make_interval(days => n) ${each}`);
  }
  await db.rows(sql`insert into account.hold (account_id, hold_id, idempotency_key, action, amount, state, lease_until)
    select ${accountId}::text, 'hold_' || lpad(n::text, 26, '0'), 'filled-' || n, 'pages.generate', 10, 'captured', now()
    ${each}`);
}

/** Id of one of the agent keys that the journal rows from `fillJournal` name. */
export const FILLED_KEY = `key_${'7'.padStart(26, '0')}`;

/**
 * Inserts `count` journal rows (audit log) for an account, and `count` counts of refused calls. The hashes of the journal rows
 * are not valid.
 */
export async function fillJournal(
  db: DatabaseClient,
  accountId: string,
  count: number,
): Promise<void> {
  await db.rows(sql`insert into effect.journal (account_id, seq, at, action, actor, key_id, surface, page_id, request_id, prev, hash, hash_v)
    select h.account_id, h.seq + n, now(), 'filled.row', 'owner', 'key_' || lpad((n % 50)::text, 26, '0'), 'act', 1 + n % 50,
      'req_filled', '', sha256(''), 2
    from effect.journal_head h, generate_series(1, ${count}::int) n where h.account_id = ${accountId}`);
  await db.rows(
    sql`update effect.journal_head set seq = seq + ${count}::int where account_id = ${accountId}`,
  );
  await db.rows(sql`insert into effect.refusal (account_id, key_id, action, code, minute, n)
    select ${accountId}, 'key_' || lpad((n % 50)::text, 26, '0'), 'builder.list', 'rate_limited',
      date_trunc('minute', now()) - make_interval(mins => n), 1 from generate_series(1, ${count}::int) n`);
}
