import { type DatabaseClient, sql, type SqlStatement } from '@bridge/db';

/** First page_id of copied websites; websites that tests create have smaller ids. */
const FIRST_ID = 1_000_000;

/** The published website that the functions of this file copy to make a test account large. */
export interface WebsiteToCopy {
  readonly accountId: string;
  readonly pageId: number;
}

async function copy(
  db: DatabaseClient,
  table: string,
  where: SqlStatement,
  change: SqlStatement,
  count: number,
): Promise<void> {
  await db.rows(sql`insert into ${sql.raw(table)}
    select r.* from ${sql.raw(table)} t, generate_series(1, ${count}::int) as n,
      jsonb_populate_record(null::${sql.raw(table)}, to_jsonb(t) || ${change}) r
    where ${where}`);
}

/**
 * Returns SQL for the object names of a copied snapshot (published version): those of the original with the publication id
 * `pub`.
 */
function objectsOf(pub: SqlStatement): SqlStatement {
  const moved = (column: string) => sql`replace(t.${sql.id(column)}, t.publication_id, ${pub})`;
  return sql`jsonb_build_object('page_object', ${moved('page_object')}, 'br_object', ${moved('br_object')},
    'gzip_object', ${moved('gzip_object')}, 'archive_object', ${moved('archive_object')})`;
}

/**
 * Inserts `count` copies of a published website with its rows in all tables, all with the same publication time. `from` is
 * added to the ids, so that several fills do not overlap. `owner` is an SQL expression for the account of copy `n`.
 */
export async function fillAccount(
  db: DatabaseClient,
  { accountId, pageId }: WebsiteToCopy,
  count: number,
  from = 0,
  owner: SqlStatement = sql`${accountId}::text`,
): Promise<void> {
  const id = sql`(${FIRST_ID + from}::bigint + n)`;
  const pub = sql`'pub_' || lpad(${id}::text, 26, '0')`;
  const mine = sql`t.account_id = ${accountId} and t.page_id = ${pageId}`;
  await db.rows(sql`with page as (
      insert into builder.page select r.* from builder.page t, generate_series(1, ${count}::int) n,
        jsonb_populate_record(null::builder.page, to_jsonb(t) || jsonb_build_object('page_id', ${id},
          'account_id', ${owner}, 'draft_revision', 1)) r where ${mine}
    )
    insert into builder.revision select r.* from builder.revision t, generate_series(1, ${count}::int) n,
      jsonb_populate_record(null::builder.revision, to_jsonb(t) || jsonb_build_object('page_id', ${id},
        'account_id', ${owner})) r
    where ${mine} and t.revision = 1`);
  await db.rows(sql`insert into builder.page_home (page_id, account_id)
    select page_id, account_id from builder.page on conflict do nothing`);
  const published = sql`jsonb_build_object('page_id', ${id}, 'account_id', ${owner},
    'publication_id', ${pub}, 'revision', 1)`;
  await copy(db, 'builder.publication', mine, published, count);
  const objects = sql`${published} || ${objectsOf(pub)}`;
  await copy(db, 'builder.snapshot', mine, objects, count);
  await copy(
    db,
    'builder.live',
    mine,
    sql`jsonb_build_object('page_id', ${id}, 'account_id', ${owner}, 'published_revision', 1)`,
    count,
  );
  await db.rows(sql`insert into builder.off_world (page_id, word, at)
    select ${id}, 'elsewhere-w', now() from generate_series(1, ${count}::int) n`);
  await copy(
    db,
    'effect.idempotency',
    sql`t.account_id = ${accountId} and t.action = 'builder.create' and t.key not like 'fill-%'`,
    sql`jsonb_build_object('account_id', ${owner}, 'key', 'fill-' || lpad(${id}::text, 12, '0'))`,
    count,
  );
  await copy(
    db,
    'effect.journal',
    sql`t.account_id = ${accountId} and t.seq = 1`,
    sql`jsonb_build_object('account_id', ${owner}, 'seq', ${id})`,
    count,
  );
  await db.rows(
    sql`update builder.page_block set next = greatest(next, ${FIRST_ID + from + count + 1})`,
  );
  await db.rows(sql`update builder.tally set websites = websites + ${count}, last_page_id =
    greatest(last_page_id, ${FIRST_ID + from + count}) where account_id = ${accountId}`);
}

/** Copies a published website into `accounts` other accounts, `each` times per account. */
export async function fillCrowd(
  db: DatabaseClient,
  { accountId, pageId }: WebsiteToCopy,
  {
    accounts,
    each,
    from,
  }: { readonly accounts: number; readonly each: number; readonly from: number },
): Promise<void> {
  const count = accounts * each;
  const owner = sql`'acc_crowd' || lpad(((n - 1) / ${each}::int)::text, 21, '0')`;
  await fillAccount(db, { accountId, pageId }, count, from, owner);
  await db.rows(sql`insert into builder.tally (account_id, websites, bytes, last_page_id)
    select distinct ${owner}, ${each}::int, 0, ${FIRST_ID + from + count}::bigint from generate_series(1, ${count}::int) n`);
}

/** Adds `count` snapshots (published versions) to a website, all of its first revision. */
export async function fillSnapshots(
  db: DatabaseClient,
  { accountId, pageId }: WebsiteToCopy,
  count: number,
): Promise<void> {
  const mine = sql`t.account_id = ${accountId} and t.page_id = ${pageId} and t.publication_id = (
    select min(publication_id) from builder.snapshot where account_id = ${accountId} and page_id = ${pageId})`;
  const pub = sql`'pub_' || lpad(${pageId} || 'x' || n, 26, '0')`;
  await copy(
    db,
    'builder.publication',
    mine,
    sql`jsonb_build_object('publication_id', ${pub})`,
    count,
  );
  const change = sql`${objectsOf(pub)} || jsonb_build_object('publication_id', ${pub},
    'published_at', t.published_at - make_interval(secs => n), 'snapshot_id', 'sn_' || translate(lpad(n::text, 26, '0'), '0189', 'abcd'))`;
  await copy(db, 'builder.snapshot', mine, change, count);
}

/** Adds `count` revisions to a website. */
export async function fillRevisions(
  db: DatabaseClient,
  { accountId, pageId }: WebsiteToCopy,
  count: number,
): Promise<void> {
  const mine = sql`t.account_id = ${accountId} and t.page_id = ${pageId} and t.revision = 1`;
  const change = sql`jsonb_build_object('revision', 1 + n, 'published', false)`;
  await copy(db, 'builder.revision', mine, change, count);
  await db.rows(sql`update builder.page set draft_revision = ${count + 1}
    where account_id = ${accountId} and page_id = ${pageId}`);
}

/** The World (public identity), the account and the numbers with which `fillWorlds` creates members and Worlds. */
export interface FillWorldsOptions {
  readonly word: string;
  readonly accountId: string;
  readonly count: number;
  /** Number of further Worlds (public identities) to which the account has no relation. */
  readonly others: number;
}

/**
 * Adds `count` members to the World (public identity) `word`, makes the account a member of `count` other Worlds, and creates
 * `others` further Worlds.
 */
export async function fillWorlds(
  db: DatabaseClient,
  { word, accountId, count, others }: FillWorldsOptions,
): Promise<void> {
  const other = sql`'acc_fill' || lpad(n::text, 22, '0')`;
  await db.rows(sql`with world as (
      insert into worlds.world (word, founder, title)
      select 'filled-' || n || '-w', ${other}, 'filled' from generate_series(1, ${count + others}::int) n
      returning word, founder
    )
    insert into worlds.member (account_id, word, role) select founder, word, 'founder' from world`);
  await db.rows(sql`insert into worlds.member (account_id, word, role)
    select ${other}, ${word}, 'viewer' from generate_series(1, ${count}::int) n
    union all
    select ${accountId}, 'filled-' || n || '-w', 'contributor' from generate_series(1, ${count}::int) n`);
}

/** Adds unsaved edits of the browser editor to `count` copied websites of an account. */
export async function fillUnsaved(
  db: DatabaseClient,
  accountId: string,
  count: number,
): Promise<void> {
  await db.rows(sql`insert into builder.unsaved (account_id, page_id, seq, base_revision, bytes, chars, sha256, newline,
      inline)
    select account_id, page_id, 1, 1, 1, 1, repeat('a', 64), 'none', 'x'::bytea from builder.page
    where account_id = ${accountId} and page_id > ${FIRST_ID} order by page_id limit ${count}`);
}

/**
 * Creates `count` other accounts with rows in the tables of owners, keys and counts. Adds to one account `count` keys, and as
 * many blob store objects that builder may keep.
 */
export async function fillOthers(
  db: DatabaseClient,
  accountId: string,
  count: number,
): Promise<void> {
  const id = (prefix: string) => sql`${prefix}::text || lpad(n::text, 26, '0')`;
  const each = sql`from generate_series(1, ${count}::int) n`;
  await db.rows(sql`insert into gateway.owner (id, name, email)
    select 'filled-' || n, 'filled', 'filled-' || n || '@example.org' ${each}`);
  await db.rows(sql`insert into gateway.account (account_id, user_id)
    select ${id('acc_')}, 'filled-' || n ${each}`);
  for (const [account, kind] of [
    [id('acc_'), 'other'],
    [sql`${accountId}::text`, 'own'],
  ] as const)
    await db.rows(sql`insert into gateway.key (account_id, key_id, hash, name, start, last4, scopes)
      select ${account}, ${id('key_')}, sha256(convert_to(${kind} || n, 'UTF8')), 'filled', 'ak_fill', 'last',
        '{worlds.list}' ${each}`);
  await db.rows(sql`insert into builder.tally (account_id, websites, bytes, last_page_id)
    select ${id('acc_')}, 0, 0, 1 ${each}`);
  await db.rows(
    sql`insert into worlds.tally (account_id, founded) select ${id('acc_')}, 0 ${each}`,
  );
  await db.rows(sql`insert into effect.journal_head (account_id, seq, hash)
    select ${id('acc_')}, 0, ''::bytea ${each}`);
  await db.rows(sql`insert into builder.admission (account_id, object, bytes)
    select ${accountId}::text, ${id('body/')}, 1 ${each}`);
}
