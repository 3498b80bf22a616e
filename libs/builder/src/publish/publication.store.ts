import { type BUILDER, LIMITS, type WebsiteVisibility, type WireOutput } from '@bridge/contracts';
import { releaseKey, type SqlStatementRunner, sql } from '@bridge/db';
import type { WebsiteAccessFilter } from '../website.store.ts';
import { hasRight, holdRight } from '../world-right.store.ts';

const LEASE = sql`make_interval(secs => ${LIMITS.publishLeaseMs / 1_000})`;
/** Time from the end of a publication’s lease until the sweep abandons the publication (ends it without a result). */
const GRACE = sql`make_interval(secs => ${(LIMITS.publishAbandonAfterMs - LIMITS.publishLeaseMs) / 1_000})`;

/**
 * The publication of one revision of a website, with the number of its current attempt. A new attempt begins when the worker of
 * the last one has stopped.
 */
export interface PublicationRow {
  readonly publication_id: string;
  readonly page_id: number;
  readonly revision: number;
  readonly attempt: number;
  readonly state: 'pending' | 'committed' | 'abandoned';
  readonly idempotency_key: string;
  /** Start of the first attempt, rounded down to milliseconds, because public records contain it in this precision. */
  readonly published_at: Date;
  /** The website’s title at the first attempt; null for a publication that an older release began. */
  readonly title: string | null;
  /** The visibility that the owner chose with this publication; null keeps that of the website. */
  readonly visibility: WebsiteVisibility | null;
}
const COLUMNS = sql`publication_id, page_id, revision, attempt, state, idempotency_key,
  date_trunc('milliseconds', started_at) as published_at, title, visibility`;

/**
 * Begins a publication of the current revision with a lease. Returns undefined when the website is not at the expected
 * revision, suspended, deleted or not visible to the caller, or the account may not publish in its World (public identity).
 */
export async function beginPublication(
  tx: SqlStatementRunner,
  { accountId, words }: WebsiteAccessFilter,
  begun: {
    readonly publicationId: string;
    readonly pageId: number;
    readonly expectedRevision: number;
    readonly key: string;
    readonly visibility: WebsiteVisibility | null;
  },
): Promise<PublicationRow | undefined> {
  const [row] = await tx.rows(
    sql<PublicationRow>`insert into builder.publication
        (account_id, publication_id, page_id, revision, attempt, state, idempotency_key, lease_until, title, visibility)
      select page.account_id, ${begun.publicationId}, page.page_id, page.draft_revision, 1, 'pending', ${begun.key},
        now() + ${LEASE}, page.title, ${begun.visibility}::text
      from builder.page page
      where page.account_id = ${accountId} and page.page_id = ${begun.pageId}
        and page.draft_revision = ${begun.expectedRevision} and not page.suspended
        and page.deleted_at is null
        and (${words}::text[] is null or page.word = any(${words}::text[]))
        and ${hasRight(accountId, sql`page.word`)}
      returning ${COLUMNS}`,
    'prepared',
  );
  return row;
}

/**
 * Starts the next attempt of a pending publication with a new lease. Returns undefined while the lease of the last attempt
 * lasts, or when the publication has ended.
 */
export async function takeOver(
  db: SqlStatementRunner,
  accountId: string,
  publicationId: string,
): Promise<PublicationRow | undefined> {
  const [row] = await db.rows(
    sql<PublicationRow>`update builder.publication set attempt = attempt + 1, lease_until = now() + ${LEASE}
      where account_id = ${accountId} and publication_id = ${publicationId} and state = 'pending'
        and lease_until < now()
      returning ${COLUMNS}`,
  );
  return row;
}

/** A publication and the account’s right to publish in its World, both locked until the transaction ends. */
export interface LockedPublicationRow extends PublicationRow {
  /** The World of the published revision. It stays the same when the draft moves to another World. */
  readonly word: string;
  /** True when the account may publish in that World. */
  readonly may_publish: boolean;
}

/**
 * Locks the account’s right to publish in the World of the revision, then the publication, both until the transaction ends.
 * Returns undefined when the publication does not exist.
 */
export async function holdPublication(
  tx: SqlStatementRunner,
  accountId: string,
  publicationId: string,
): Promise<LockedPublicationRow | undefined> {
  const [row] = await tx.rows(
    sql<LockedPublicationRow>`with held as materialized (
        select rev.word, ${holdRight(accountId, sql`rev.word`)} as may_publish
        from builder.publication p join builder.revision rev
          on rev.account_id = p.account_id and rev.page_id = p.page_id and rev.revision = p.revision
        where p.account_id = ${accountId} and p.publication_id = ${publicationId}
      )
      select ${COLUMNS}, held.word, held.may_publish from held, builder.publication publication
      where account_id = ${accountId} and publication_id = ${publicationId} for update of publication`,
    'prepared',
  );
  return row;
}

/**
 * Abandons a publication (ends it without a result) whose current attempt is `attempt`, and frees its idempotency key. Returns
 * false for another attempt or a publication that has ended.
 */
export async function abandonPublication(
  tx: SqlStatementRunner,
  accountId: string,
  { publicationId, attempt }: { readonly publicationId: string; readonly attempt: number },
): Promise<boolean> {
  const [row] = await tx.rows(
    sql<{ idempotency_key: string }>`update builder.publication set state = 'abandoned'
      where account_id = ${accountId} and publication_id = ${publicationId} and attempt = ${attempt}
        and state = 'pending'
      returning idempotency_key`,
  );
  if (row === undefined) return false;
  await releaseKey(tx, { accountId, key: row.idempotency_key });
  return true;
}

/**
 * Abandons at most `max` publications (ends them without a result) whose lease ended more than GRACE ago. Returns their
 * idempotency keys. Several replicas may run it at the same time.
 */
export async function abandonExpired(
  tx: SqlStatementRunner,
  max: number,
): Promise<readonly { readonly account_id: string; readonly idempotency_key: string }[]> {
  return tx.rows(
    sql<{
      account_id: string;
      idempotency_key: string;
    }>`update builder.publication set state = 'abandoned'
      where (account_id, publication_id) in (
        select account_id, publication_id from builder.publication
        where state = 'pending' and lease_until < now() - ${GRACE}
        order by lease_until limit ${max} for update skip locked)
      returning account_id, idempotency_key`,
  );
}

/** Counts publications in progress: neither committed nor abandoned (ended without a result). */
export async function countPending(db: SqlStatementRunner): Promise<number> {
  const [row] = await db.rows(
    sql<{ n: number }>`select count(*) as n from builder.publication where state = 'pending'`,
  );
  return row?.n ?? 0;
}

/**
 * The state of a publication, by which a sweep decides whether to remove its blob-store objects. `abandoned` also stands for a
 * committed publication that reused an older snapshot, so that its own objects are not needed.
 */
export type PublicationStateWithObjects = WireOutput<
  typeof BUILDER.publicationsState
>['states'][number];

/**
 * Returns the states of the given publications in the given order. A committed one lists the objects of its snapshot (the
 * published result).
 */
export async function publicationStates(
  db: SqlStatementRunner,
  publicationIds: readonly string[],
): Promise<PublicationStateWithObjects[]> {
  const rows = await db.rows(
    sql<{
      publication_id: string;
      state: 'pending' | 'committed' | 'abandoned';
      objects: string[];
    }>`select p.publication_id, case when objects_kept then state else 'abandoned' end as state,
        array_remove(array[page_object, br_object, gzip_object, archive_object], null) as objects
      from builder.publication p
        left join builder.snapshot s on s.page_id = p.page_id and s.snapshot_id = p.snapshot_id
      where p.publication_id = any(${[...publicationIds]}::text[])
      union all
      select publication_id, 'abandoned', '{}'::text[] from builder.purged_publication
      where publication_id = any(${[...publicationIds]}::text[])`,
  );
  const byId = new Map(rows.map((row) => [row.publication_id, row]));
  return publicationIds.map((publication_id) => {
    const { state = 'unknown', objects = [] } = byId.get(publication_id) ?? {};
    return state === 'committed' ? { publication_id, state, objects } : { publication_id, state };
  });
}
