import { type SqlStatementRunner, sql } from '@bridge/db';
import type { WebsiteTitleRow } from './home.store.ts';

/** Reads the titles of the account’s websites with these ids, including deleted websites. */
export async function readTitles(
  db: SqlStatementRunner,
  accountId: string,
  pageIds: readonly number[],
): Promise<readonly WebsiteTitleRow[]> {
  return db.rows(
    sql<WebsiteTitleRow>`select p.page_id, p.title, p.word from builder.page p
      where p.account_id = ${accountId} and p.page_id = any(${[...pageIds]}::bigint[]) order by p.page_id`,
  );
}
