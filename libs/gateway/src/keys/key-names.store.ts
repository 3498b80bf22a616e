import { type SqlStatementRunner, sql } from '@bridge/db';

/** Returns the names of keys by key id. Ids that are not keys of the account are left out. */
export async function findKeyNames(
  db: SqlStatementRunner,
  accountId: string,
  keyIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (keyIds.length === 0) return new Map();
  const rows = await db.rows(
    sql<{ key_id: string; name: string }>`select key_id, name from gateway.key
      where account_id = ${accountId} and key_id = any(${[...keyIds]}::text[])`,
  );
  return new Map(rows.map(({ key_id, name }) => [key_id, name]));
}
