import { LIMITS } from '@bridge/contracts';
import { type Queryable, sql } from '@bridge/db';

/** Maximum number of attention items of one kind. */
const SHOWN_MAX = 20;
/** Minimum number of failed attempts from which the home page reports a failing webhook, hours before it is paused. */
const FAILING_ATTEMPTS_MIN = 5;
/** Minimum number of refusals of one key with one code within an hour from which the home page reports them. */
const REFUSALS_MIN = 10;
/** Maximum number of refusal counts that one read adds up. */
const REFUSAL_ROWS_MAX = 1_000;

/** A webhook that failures have paused, or whose deliveries fail. */
export interface FailingWebhook {
  readonly webhook_id: string;
  readonly url: string;
  readonly paused_because: string | null;
  readonly since: Date;
}

/** Lists the webhooks of an account that its owner did not pause and that fail. */
export async function listFailingWebhooks(
  db: Queryable,
  accountId: string,
): Promise<readonly FailingWebhook[]> {
  return db.rows(
    sql<FailingWebhook>`select w.webhook_id, w.url, w.paused_because,
        coalesce(w.paused_at, w.waiting_since, w.created_at) as since
      from account.webhook w where w.account_id = ${accountId}
        and (w.paused_because in ('failed', 'gone') or w.attempts >= ${FAILING_ATTEMPTS_MIN})
      order by w.account_id, w.slot limit ${LIMITS.webhooksPerAccountMax}`,
  );
}

/** The number of refusals of one key with one code in the last hour. */
export interface RecentRefusals {
  readonly key_id: string;
  readonly code: string;
  readonly action: string;
  readonly n: number;
  readonly since: Date;
}

/** Adds up the refusals of the last hour by key and code; returns those that reach REFUSALS_MIN. */
export async function countRecentRefusals(
  db: Queryable,
  accountId: string,
): Promise<readonly RecentRefusals[]> {
  return db.rows(
    sql<RecentRefusals>`select r.key_id, r.code, min(r.action) as action, sum(r.n)::integer as n, min(r.minute) as since
      from (
        select key_id, code, action, n, minute from effect.refusal
        where account_id = ${accountId} and minute > now() - interval '1 hour'
        order by account_id desc, minute desc limit ${REFUSAL_ROWS_MAX}
      ) r
      group by r.key_id, r.code having sum(r.n) >= ${REFUSALS_MIN}
      order by n desc limit ${SHOWN_MAX}`,
  );
}

/** The number of messages that wait for the owner, and the newest of them. */
export interface WaitingMessages {
  readonly n: number;
  readonly newest: number;
  readonly since: Date;
}

/** Finds the newest message that waits for the owner, with the number of waiting messages; undefined without any. */
export async function findWaitingMessages(
  db: Queryable,
  accountId: string,
): Promise<WaitingMessages | undefined> {
  const [row] = await db.rows(
    sql<WaitingMessages>`select i.waiting as n, m.id as newest, m.at as since from account.inbox i
      cross join lateral (
        select id, at from account.message where account_id = i.account_id and reader = 'owner' and acked_at is null
        order by id desc limit 1
      ) m
      where i.account_id = ${accountId} and i.reader = 'owner' and i.waiting > 0`,
  );
  return row;
}

/** A website whose last change a key has made. */
export interface ChangedPage {
  readonly page_id: number;
  readonly at: Date;
  readonly key_id: string;
}

/** Maximum number of journal rows that are searched for changed websites. */
const CHANGES_SCANNED_MAX = 1_000;
const CHANGED_MAX = 100;

/** Lists the websites whose newest change is an agent’s and at least an hour old, newest first. */
export async function listChangedPages(
  db: Queryable,
  accountId: string,
  until: number,
): Promise<readonly ChangedPage[]> {
  return db.rows(
    sql<ChangedPage>`select coalesce(c.page_id, 0) as page_id, c.at, coalesce(c.key_id, '') as key_id from (
        select distinct on (j.page_id) j.page_id, j.at, j.actor, j.key_id, j.seq from effect.journal j
        where j.account_id = ${accountId} and j.seq > ${until - CHANGES_SCANNED_MAX} and j.seq <= ${until}
          and j.page_id is not null and j.rev_after is distinct from j.rev_before
        order by j.page_id, j.seq desc
      ) c
      where c.actor = c.key_id and c.at < now() - interval '1 hour' order by c.seq desc limit ${CHANGED_MAX}`,
  );
}

/** An attention item that an owner has hidden, with the SHA-256 of the facts that it showed. */
export interface HiddenItem {
  readonly kind: string;
  readonly ref: string;
  readonly facts: string;
}

/** Maximum number of hidden notices of an account; above it the oldest are shown again. */
const HIDDEN_MAX = 200;

/** Lists the notices that an owner has hidden, newest first. */
export async function listHidden(db: Queryable, accountId: string): Promise<readonly HiddenItem[]> {
  return db.rows(
    sql<HiddenItem>`select h.kind, h.ref, h.facts from account.attention_hidden h
      where h.account_id = ${accountId} order by h.at desc limit ${HIDDEN_MAX}`,
  );
}

/** Hides an attention item, and removes the oldest above the maximum number of hidden items. */
export async function hideItem(
  tx: Queryable,
  accountId: string,
  { kind, ref, facts }: HiddenItem,
): Promise<void> {
  await tx.rows(
    sql`insert into account.attention_hidden as h (account_id, kind, ref, facts)
      values (${accountId}, ${kind}, ${ref}, ${facts})
      on conflict (account_id, kind, ref) do update set facts = excluded.facts, at = excluded.at`,
  );
  await tx.rows(
    sql`delete from account.attention_hidden where account_id = ${accountId} and (kind, ref) in (
      select kind, ref from account.attention_hidden where account_id = ${accountId}
      order by at desc offset ${HIDDEN_MAX})`,
  );
}
