import { LIMITS } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

/** Maximum number of notices about refused calls on the home page. */
const SHOWN_MAX = 20;
/**
 * Number of consecutive failed attempts to send to a webhook from which the home page reports it. A webhook is paused only
 * after its last retry, hours later.
 */
const FAILING_ATTEMPTS_MIN = 5;
/** Minimum number of refused calls of one key with one error code within an hour that the home page reports. */
const REFUSALS_MIN = 10;
/**
 * Maximum number of the newest rows of `effect.refusal` that one read adds up. A row counts the refused calls of one minute,
 * key, action and error code.
 */
const REFUSAL_ROWS_MAX = 1_000;

/** A webhook that was paused because of failures, or whose deliveries are failing. */
export interface FailingWebhook {
  readonly webhook_id: string;
  readonly url: string;
  readonly paused_because: string | null;
  readonly since: Date;
}

/** Lists the webhooks of an account whose deliveries are failing or that were paused because of failures. */
export async function listFailingWebhooks(
  db: SqlStatementRunner,
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

/**
 * The refused calls of one key with one error code in the last hour: their number, one of their actions and the first minute.
 */
export interface RecentRefusals {
  readonly key_id: string;
  readonly code: string;
  readonly action: string;
  readonly n: number;
  readonly since: Date;
}

/**
 * Counts the refused calls of the last hour by key and error code. Returns only counts of at least REFUSALS_MIN, largest first.
 */
export async function countRecentRefusals(
  db: SqlStatementRunner,
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

/** The number of messages that the owner has not acknowledged, with the id and time of the newest one. */
export interface OwnerUnacknowledgedMessageCount {
  readonly n: number;
  readonly newest: number;
  readonly since: Date;
}

/**
 * Finds the newest message that the owner has not acknowledged and the number of such messages; undefined if there are none.
 */
export async function findWaitingMessages(
  db: SqlStatementRunner,
  accountId: string,
): Promise<OwnerUnacknowledgedMessageCount | undefined> {
  const [row] = await db.rows(
    sql<OwnerUnacknowledgedMessageCount>`select i.waiting as n, m.id as newest, m.at as since from account.inbox i
      cross join lateral (
        select id, at from account.message where account_id = i.account_id and reader = 'owner' and acked_at is null
        order by id desc limit 1
      ) m
      where i.account_id = ${accountId} and i.reader = 'owner' and i.waiting > 0`,
  );
  return row;
}

/** A website whose newest change was made by an agent (with a key), not by the owner. */
export interface AgentChangedWebsite {
  readonly page_id: number;
  readonly at: Date;
  readonly key_id: string;
}

/** Maximum number of the newest journal rows that are searched for changed websites. */
const CHANGES_SCANNED_MAX = 1_000;

/** Lists the websites whose newest change was made by an agent at least an hour ago, newest first. */
export async function listChangedPages(
  db: SqlStatementRunner,
  accountId: string,
  until: number,
): Promise<readonly AgentChangedWebsite[]> {
  return db.rows(
    sql<AgentChangedWebsite>`select coalesce(c.page_id, 0) as page_id, c.at, coalesce(c.key_id, '') as key_id from (
        select distinct on (j.page_id) j.page_id, j.at, j.actor, j.key_id, j.seq from effect.journal j
        where j.account_id = ${accountId} and j.seq > ${until - CHANGES_SCANNED_MAX} and j.seq <= ${until}
          and j.page_id is not null and j.rev_after is distinct from j.rev_before
        order by j.page_id, j.seq desc
      ) c
      where c.actor = c.key_id and c.at < now() - interval '1 hour' order by c.seq desc limit ${LIMITS.agentChangedWebsitesMax}`,
  );
}

/**
 * A notice of the home screen that the owner has hidden. `facts` is the SHA-256 of the facts that it showed at that time; when
 * they change, the notice is shown again.
 */
export interface NoticeHiddenByOwner {
  readonly kind: string;
  readonly ref: string;
  readonly facts: string;
}

/** Maximum number of hidden notices of an account. Beyond it, the notices that were hidden first are shown again. */
const HIDDEN_MAX = 200;

/** Lists the notices of the home screen that an owner has hidden, the one that was hidden last first. */
export async function listHidden(
  db: SqlStatementRunner,
  accountId: string,
): Promise<readonly NoticeHiddenByOwner[]> {
  return db.rows(
    sql<NoticeHiddenByOwner>`select h.kind, h.ref, h.facts from account.attention_hidden h
      where h.account_id = ${accountId} order by h.at desc limit ${HIDDEN_MAX}`,
  );
}

/** Hides a notice of the home screen, and removes the oldest hidden notices beyond HIDDEN_MAX. */
export async function hideItem(
  tx: SqlStatementRunner,
  accountId: string,
  { kind, ref, facts }: NoticeHiddenByOwner,
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
