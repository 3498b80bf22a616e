import { type SqlStatementRunner, sql } from '@bridge/db';
import type { WebsiteAccessFilter } from '../website.store.ts';

/**
 * Sets the title of a website. Returns false when the website is not visible to the caller, suspended, or not at the expected
 * revision (if `expectedRevision` is not null).
 */
export async function setTitle(
  tx: SqlStatementRunner,
  { accountId, words }: WebsiteAccessFilter,
  pageId: number,
  to: { readonly title: string; readonly expectedRevision: number | null },
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update builder.page set title = ${to.title}
      where account_id = ${accountId} and page_id = ${pageId} and not suspended and deleted_at is null
        and (${words}::text[] is null or word = any(${words}::text[]))
        and (${to.expectedRevision}::int is null or draft_revision = ${to.expectedRevision}::int)
      returning 1 as written`,
  );
  return rows.length === 1;
}
