import { VIEWS } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

const KEY_NAMES = sql.raw(VIEWS.keyName);

/** Returns the names of the account’s keys with these ids, by id. */
export async function findKeyNames(
  db: SqlStatementRunner,
  accountId: string,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keyIds.length === 0) return new Map();
  const rows = await db.rows(
    sql<{ key_id: string; name: string }>`select k.key_id, k.name from ${KEY_NAMES} k
      where k.account_id = ${accountId} and k.key_id = any(${[...keyIds]}::text[])`,
    'prepared',
  );
  return new Map(rows.map(({ key_id, name }) => [key_id, name]));
}
