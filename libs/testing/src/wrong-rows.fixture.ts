import { sql, type SqlStatement } from '@bridge/db';

const all: SqlStatement[] = [];
function keep(statement: SqlStatement): void {
  all.push(statement);
}

/** Returns SQL statements with declared row types that are wrong, each in another way. Only the last one is correct. */
export function wrongRows(pageId: number): readonly SqlStatement[] {
  keep(sql<{ page_id: string }>`select page_id from builder.page where page_id = ${pageId}`);
  keep(sql<{ object: string }>`select object from builder.revision`);
  keep(sql<{ title: string | null }>`select title from builder.page`);
  keep(sql<{ title: string; word: string }>`select title from builder.page`);
  keep(sql<{ title: string }>`select title, word from builder.page`);
  keep(sql<{ created_at: string }>`select created_at from builder.page`);
  keep(sql<{ scopes: string[]; hash: Buffer }>`select scopes, hash from gateway.key`);
  return all;
}
