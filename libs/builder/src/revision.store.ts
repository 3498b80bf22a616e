import { LIMITS } from '@bridge/contracts';
import { type SqlStatementRunner, sql, type SqlStatement } from '@bridge/db';
import type { StoredHtmlColumns, StoredTextColumns } from './stored-text.ts';
import {
  PUBLIC_SIDE,
  type WebsiteAccessFilter,
  WEBSITE_COLUMNS,
  type WebsiteRow,
} from './website.store.ts';
import { holdRight } from './world-right.store.ts';

/** The author of a revision: the actor (a key or the owner) and the action that created it. */
export interface RevisionAuthor {
  readonly action: string;
  readonly actor: string;
  /** Number of the older revision whose texts this revision repeats. */
  readonly restoredFrom?: number;
}
/** A website after its creation or change, with the total number of bytes of all stored revisions of its account. */
export interface WrittenWebsiteRow extends WebsiteRow {
  readonly stored_bytes: number;
}

/** The values of a website that is to be created. */
export interface NewWebsite {
  readonly accountId: string;
  readonly pageId: number;
  readonly title: string;
  readonly word: string;
  readonly lineageId: string;
  readonly html: StoredHtmlColumns;
  readonly layers: StoredTextColumns;
}

/**
 * Creates a website with its first revision in one statement, counts them against the account’s quota, and locks the account’s
 * right in the World. Returns undefined if the account lacks that right, has `websitesMax` websites, or has a website with a
 * greater id.
 */
export async function insertWebsite(
  tx: SqlStatementRunner,
  made: NewWebsite,
  author: RevisionAuthor,
  websitesMax: number,
): Promise<WrittenWebsiteRow | undefined> {
  const { accountId, pageId, html, layers } = made;
  const [row] = await tx.rows(
    sql<WrittenWebsiteRow>`with allowed as materialized (
        select 1 where ${holdRight(accountId, made.word)}
      ), counted as (
        insert into builder.tally as t (account_id, websites, bytes, last_page_id)
        select ${accountId}, 1, ${html.bytes + layers.bytes}::bigint, ${pageId}::bigint from allowed
        where ${websitesMax}::int > 0
        on conflict (account_id) do update set websites = t.websites + 1, bytes = t.bytes + excluded.bytes,
          last_page_id = excluded.last_page_id
          where t.websites < ${websitesMax}::int and t.last_page_id < excluded.last_page_id
        returning bytes
      ), page as (
        insert into builder.page (account_id, page_id, title, word, lineage_id, draft_revision)
        select ${accountId}, ${pageId}::bigint, ${made.title}, ${made.word}, ${made.lineageId}, 1 from counted
        returning *
      ), home as (insert into builder.page_home (page_id, account_id) select page.page_id, page.account_id from page
      ), rev as (
        insert into builder.revision (account_id, page_id, revision, action, actor, word, bytes, chars, sha256, newline,
          inline, object, layers_bytes, layers_chars, layers_sha256, layers_inline, layers_object)
        select page.account_id, page.page_id, 1, ${author.action}, ${author.actor}, page.word, ${htmlColumns(html)},
          ${layersColumns(layers)}
        from page returning *
      )
      select ${WEBSITE_COLUMNS}, counted.bytes as stored_bytes from counted, rev, page ${PUBLIC_SIDE}`,
    'prepared',
  );
  return row;
}

const OLD_HTML = sql`old.bytes, old.chars, old.sha256, old.newline, old.inline, old.object`;
const OLD_LAYERS = sql`old.layers_bytes, old.layers_chars, old.layers_sha256, old.layers_inline, old.layers_object`;

/** A change of a draft. A value that is null stays unchanged. */
export interface DraftChange {
  readonly pageId: number;
  readonly expectedRevision: number;
  readonly html: StoredHtmlColumns | null;
  readonly layers: StoredTextColumns | null;
  /** The word (unique name) of the World to which the draft moves. */
  readonly word: string | null;
  readonly title?: string | null;
}

/**
 * Writes the next revision of a draft in one statement and removes the texts of the revision that is now too old. Returns
 * undefined when the website is not visible to the caller, suspended, deleted or at another revision, or when the account lacks
 * the right in the World to which the draft moves.
 */
export async function advanceDraft(
  tx: SqlStatementRunner,
  { accountId, words }: WebsiteAccessFilter,
  change: DraftChange,
  author: RevisionAuthor,
): Promise<WrittenWebsiteRow | undefined> {
  const { html, layers, word } = change;
  const move =
    word === null
      ? { held: sql``, word: sql`p.word`, from: sql``, guard: sql`` }
      : {
          held: sql`held as materialized (select ${holdRight(accountId, sql`${word}::text`)} as may),`,
          word: sql`${word}::text`,
          from: sql`from held`,
          guard: sql`and held.may`,
        };
  const [row] = await tx.rows(
    sql<WrittenWebsiteRow>`with ${move.held} page as (
        update builder.page p set draft_revision = p.draft_revision + 1, word = ${move.word},
          title = coalesce(${change.title ?? null}::text, p.title) ${move.from}
        where p.account_id = ${accountId} and p.page_id = ${change.pageId}
          and p.draft_revision = ${change.expectedRevision} and not p.suspended and p.deleted_at is null
          and (${words}::text[] is null or p.word = any(${words}::text[]))
          ${move.guard}
        returning p.*
      ), rev as (
        insert into builder.revision (account_id, page_id, revision, action, actor, word, restored_from, bytes, chars,
          sha256, newline, inline, object, layers_bytes, layers_chars, layers_sha256, layers_inline, layers_object)
        select page.account_id, page.page_id, page.draft_revision, ${author.action}, ${author.actor}, page.word,
          ${author.restoredFrom ?? null}::int,
          ${html === null ? OLD_HTML : htmlColumns(html)}, ${layers === null ? OLD_LAYERS : layersColumns(layers)}
        from page join builder.revision old on old.account_id = page.account_id and old.page_id = page.page_id
          and old.revision = page.draft_revision - 1
        returning *
      ), pruned as (
        update builder.revision r set inline = null, object = null, layers_inline = null, layers_object = null,
          pruned = true
        from page where r.account_id = page.account_id and r.page_id = page.page_id
          and r.revision = page.draft_revision - ${LIMITS.revisionBodiesKept} and not r.published and not r.pruned
        returning r.bytes + r.layers_bytes as freed
      ), counted as (
        update builder.tally t
        set bytes = t.bytes + rev.bytes + rev.layers_bytes - coalesce((select freed from pruned), 0)
        from rev where t.account_id = rev.account_id returning t.bytes
      )
      select ${WEBSITE_COLUMNS}, counted.bytes as stored_bytes from counted, rev, page ${PUBLIC_SIDE}`,
    'prepared',
  );
  return row;
}

/**
 * Locks a draft until the transaction ends and leaves it unchanged, for a move to the World that it is already in. Returns
 * undefined when the website is not visible to the caller, suspended or at another revision, or the account lacks the right in
 * that World.
 */
export async function holdDraft(
  tx: SqlStatementRunner,
  { accountId, words }: WebsiteAccessFilter,
  {
    pageId,
    expectedRevision,
    word,
  }: Pick<DraftChange, 'pageId' | 'expectedRevision'> & { word: string },
): Promise<WebsiteRow | undefined> {
  const [row] = await tx.rows(
    sql<WebsiteRow>`with held as materialized (select ${holdRight(accountId, sql`${word}::text`)} as may),
      page as (
        select p.* from held, builder.page p
        where held.may and p.account_id = ${accountId} and p.page_id = ${pageId}
          and p.draft_revision = ${expectedRevision} and p.word = ${word}::text and not p.suspended
          and p.deleted_at is null
          and (${words}::text[] is null or p.word = any(${words}::text[]))
        for share of p
      )
      select ${WEBSITE_COLUMNS} from page join builder.revision rev on rev.account_id = page.account_id
        and rev.page_id = page.page_id and rev.revision = page.draft_revision ${PUBLIC_SIDE}`,
    'prepared',
  );
  return row;
}

function htmlColumns(html: StoredHtmlColumns): SqlStatement {
  return sql`${html.bytes}::int, ${html.chars}::int, ${html.sha256}, ${html.newline}, ${html.inline}::bytea,
    ${html.object}::text`;
}
function layersColumns(layers: StoredTextColumns): SqlStatement {
  return sql`${layers.bytes}::int, ${layers.chars}::int, ${layers.sha256}, ${layers.inline}::bytea,
    ${layers.object}::text`;
}
