import { LIMITS } from '@bridge/contracts';
import { sql, type DatabaseClient } from '@bridge/db';

/** Creates mailboxes for `count` accounts, and `count` messages in one account. The newest messages are unread. */
export async function fillMessages(
  db: DatabaseClient,
  accountId: string,
  count: number,
): Promise<void> {
  const each = sql`from generate_series(1, ${count}::int) n`;
  const waiting = LIMITS.messagesWaitingMax - 100;
  const id = (prefix: string) => sql`${prefix}::text || lpad(n::text, 26, '0')`;
  await db.rows(
    sql`insert into account.mailbox (account_id, last_id) select ${id('acc_')}, 1 ${each}`,
  );
  await db.rows(sql`insert into account.inbox (account_id, reader, waiting)
    select ${id('acc_')}, 'owner', 0 ${each}`);
  await db.rows(
    sql`insert into account.mailbox (account_id, last_id) values (${accountId}, ${count})`,
  );
  await db.rows(
    sql`insert into account.inbox (account_id, reader, waiting) values (${accountId}, 'owner', ${waiting})`,
  );
  await db.rows(sql`insert into account.presence (account_id, key_id, node_id, capabilities)
    select ${id('acc_')}, ${id('key_')}, 'filled', '{}' ${each}`);
  await db.rows(sql`insert into account.pairing (account_id, session_id, code_hash, expires_at)
    select ${id('acc_')}, ${id('pair_')}, sha256('filled'), now() ${each}`);
  await db.rows(sql`insert into account.message (account_id, id, writer, reader, text, acked_at)
    select ${accountId}::text, n, 'key_' || lpad((n % 50)::text, 26, '0'), 'owner', 'filled',
      case when n <= ${count - waiting}::int then now() end ${each}`);
}
