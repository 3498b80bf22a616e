import { type SqlStatementRunner, sql } from '@bridge/db';
import type { StoredRevisionTexts } from './website.store.ts';

/** One revision in the history of a website, without its texts. */
export interface RevisionRow {
  readonly revision: number;
  readonly at: Date;
  readonly action: string;
  readonly actor: string;
  readonly word: string;
  readonly chars: number;
  /** Total bytes of HTML and layers. */
  readonly bytes: number;
  readonly sha256: string;
  readonly published: boolean;
  readonly pruned: boolean;
  readonly restored_from: number | null;
}

/** Lists revisions of a website, newest first. With `before`, only revisions with a smaller number. */
export async function listRevisions(
  db: SqlStatementRunner,
  accountId: string,
  pageId: number,
  before: number | null,
  limit: number,
): Promise<readonly RevisionRow[]> {
  return db.rows(
    sql<RevisionRow>`select revision, at, action, actor, word, chars, bytes + layers_bytes as bytes, sha256, published,
        pruned, restored_from
      from builder.revision
      where account_id = ${accountId} and page_id = ${pageId} and revision < coalesce(${before}::int, 2147483647)
      order by revision desc limit ${limit}`,
    'prepared',
  );
}

/**
 * A revision with its texts. For a pruned revision, whose texts were removed, the columns with bytes or object names are null.
 */
export interface RevisionContentRow extends StoredRevisionTexts {
  readonly revision: number;
  readonly at: Date;
  readonly pruned: boolean;
}

/** Reads one revision of a website; undefined when it does not exist. */
export async function findRevision(
  db: SqlStatementRunner,
  accountId: string,
  pageId: number,
  revision: number,
): Promise<RevisionContentRow | undefined> {
  const [row] = await db.rows(
    sql<RevisionContentRow>`select revision, at, pruned, bytes, chars, sha256, newline, inline, object, layers_bytes,
        layers_chars, layers_sha256, layers_inline, layers_object
      from builder.revision
      where account_id = ${accountId} and page_id = ${pageId} and revision = ${revision}::int`,
    'prepared',
  );
  return row;
}
