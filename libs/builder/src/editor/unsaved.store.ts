import { type SqlStatementRunner, sql, type SqlStatement } from '@bridge/db';
import type { StoredHtmlColumns, StoredTextColumns } from '../stored-text.ts';

/** The state of the unsaved edits of a website, without their texts. */
export interface UnsavedEditsSummaryRow {
  readonly seq: number;
  readonly at: Date;
  readonly dropped_at: Date | null;
  /** The revision that the edits are based on; null when there are no edits. */
  readonly base_revision: number | null;
}
/** The unsaved edits of a website with their texts. A part that was not edited is null. */
export interface UnsavedEditsRow extends UnsavedEditsSummaryRow {
  readonly title: string | null;
  readonly bytes: number | null;
  readonly chars: number | null;
  readonly sha256: string | null;
  readonly newline: 'lf' | 'crlf' | 'mixed' | 'none' | null;
  readonly inline: Buffer | null;
  readonly object: string | null;
  readonly layers_bytes: number | null;
  readonly layers_chars: number | null;
  readonly layers_sha256: string | null;
  readonly layers_inline: Buffer | null;
  readonly layers_object: string | null;
}

/** A website’s id with the id of the account that owns it. */
export interface OwnedWebsiteReference {
  readonly accountId: string;
  readonly pageId: number;
}

/** Reads the unsaved edits of a website without their texts; undefined when none were ever stored. */
export async function findUnsavedSummary(
  db: SqlStatementRunner,
  { accountId, pageId }: OwnedWebsiteReference,
): Promise<UnsavedEditsSummaryRow | undefined> {
  const [row] = await db.rows(
    sql<UnsavedEditsSummaryRow>`select seq, at, dropped_at, base_revision from builder.unsaved
      where account_id = ${accountId} and page_id = ${pageId}`,
    'prepared',
  );
  return row;
}

/** Reads the unsaved edits of a website with their texts; undefined when none were ever stored. */
export async function findUnsaved(
  db: SqlStatementRunner,
  { accountId, pageId }: OwnedWebsiteReference,
): Promise<UnsavedEditsRow | undefined> {
  const [row] = await db.rows(
    sql<UnsavedEditsRow>`select seq, at, dropped_at, base_revision, title, bytes, chars, sha256, newline, inline, object,
        layers_bytes, layers_chars, layers_sha256, layers_inline, layers_object
      from builder.unsaved where account_id = ${accountId} and page_id = ${pageId}`,
    'prepared',
  );
  return row;
}

/** The unsaved edits that a call wants to store. */
export interface NewUnsavedEdits extends OwnedWebsiteReference {
  readonly seq: number;
  readonly baseRevision: number;
  readonly title: string | null;
  readonly html: StoredHtmlColumns | null;
  readonly layers: StoredTextColumns | null;
}
/**
 * Names of the blob-store objects of unsaved edits that were replaced. The caller removes those that no row refers to any more.
 */
export interface ReplacedEditsObjectNames {
  readonly old_object: string | null;
  readonly old_layers_object: string | null;
}
/**
 * The result of storing unsaved edits: their new sequence number and time, the account’s total, and the names of the blob-store
 * objects of the replaced edits.
 */
export interface UnsavedEditsWriteResult extends ReplacedEditsObjectNames {
  readonly seq: number;
  readonly at: Date;
  /** Total bytes of all unsaved edits of the account. */
  readonly unsaved_bytes: number;
}

function bytesOf(html: StoredTextColumns | null, layers: StoredTextColumns | null): number {
  return (html?.bytes ?? 0) + (layers?.bytes ?? 0);
}

/**
 * Replaces the unsaved edits of a website in one statement. Returns undefined when the stored sequence number (0 before the
 * first edits) is not `edits.seq`, the website is suspended or deleted, or its draft has not reached the revision on which the
 * edits are based.
 */
export async function putUnsaved(
  tx: SqlStatementRunner,
  edits: NewUnsavedEdits,
): Promise<UnsavedEditsWriteResult | undefined> {
  const { accountId, pageId, html, layers } = edits;
  const [row] = await tx.rows(
    sql<UnsavedEditsWriteResult>`with old as materialized (
        select * from builder.unsaved where account_id = ${accountId} and page_id = ${pageId} for update
      ), put as (
        insert into builder.unsaved as u (account_id, page_id, seq, base_revision, title, bytes, chars, sha256, newline,
          inline, object, layers_bytes, layers_chars, layers_sha256, layers_inline, layers_object)
        select p.account_id, p.page_id, ${edits.seq}::bigint + 1, ${edits.baseRevision}::int, ${edits.title}::text,
          ${htmlValues(html)}, ${layersValues(layers)}
        from builder.page p
        where p.account_id = ${accountId} and p.page_id = ${pageId} and not p.suspended
          and p.deleted_at is null
          and p.draft_revision >= ${edits.baseRevision}::int
          and ${edits.seq}::bigint = coalesce((select old.seq from old), 0)
        on conflict (account_id, page_id) do update set seq = excluded.seq,
          at = date_trunc('milliseconds', now()), dropped_at = null, base_revision = excluded.base_revision,
          title = excluded.title, bytes = excluded.bytes, chars = excluded.chars, sha256 = excluded.sha256,
          newline = excluded.newline, inline = excluded.inline, object = excluded.object,
          layers_bytes = excluded.layers_bytes, layers_chars = excluded.layers_chars,
          layers_sha256 = excluded.layers_sha256, layers_inline = excluded.layers_inline,
          layers_object = excluded.layers_object
          where u.seq = ${edits.seq}::bigint
        returning u.account_id, u.seq, u.at
      ), counted as (
        update builder.tally t set unsaved_bytes = t.unsaved_bytes + ${bytesOf(html, layers)}::bigint
          - coalesce((select coalesce(old.bytes, 0) + coalesce(old.layers_bytes, 0) from old), 0)
        from put where t.account_id = put.account_id returning t.unsaved_bytes
      )
      select put.seq, put.at, counted.unsaved_bytes, (select old.object from old) as old_object,
        (select old.layers_object from old) as old_layers_object
      from put, counted`,
  );
  return row;
}

function htmlValues(html: StoredHtmlColumns | null): SqlStatement {
  return sql`${html?.bytes ?? null}::int, ${html?.chars ?? null}::int, ${html?.sha256 ?? null}::text,
    ${html?.newline ?? null}::text, ${html?.inline ?? null}::bytea, ${html?.object ?? null}::text`;
}
function layersValues(layers: StoredTextColumns | null): SqlStatement {
  return sql`${layers?.bytes ?? null}::int, ${layers?.chars ?? null}::int, ${layers?.sha256 ?? null}::text,
    ${layers?.inline ?? null}::bytea, ${layers?.object ?? null}::text`;
}
