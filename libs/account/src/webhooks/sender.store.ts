import { LIMITS } from '@bridge/contracts';
import { type JournalRow, type SqlStatementRunner, sql } from '@bridge/db';
import type { WebhookAttemptOutcome } from './attempt.ts';
import type { WebhookUrlAndSecrets } from './webhook.store.ts';

/**
 * A webhook that is due to be served by a sender, with its subscribed events, its position in the journal and its failed
 * attempts.
 */
interface DueWebhook extends WebhookUrlAndSecrets {
  readonly events: string[];
  readonly cursor: number;
  readonly attempts: number;
  /** Time of the event that follows the cursor (last handled journal row), if its delivery has failed; else null. */
  readonly waiting_since: Date | null;
}

/** A webhook that one sender has claimed: no other sender uses it while the lease lasts. */
export interface ClaimedWebhook extends DueWebhook {
  readonly lease: string;
}

/** The current time by the clock of the sender’s process, for an SQL statement. The end of a lease is computed from it. */
interface SenderProcessTime {
  readonly now: Date;
}

function leaseEnd(now: Date): Date {
  return new Date(now.getTime() + LIMITS.webhookLeaseMs);
}

/**
 * Claims the webhook that has been due for the longest time, with a lease; returns undefined if none is due. When a sender ends
 * without releasing its webhook, the webhook is due again at the end of the lease.
 */
export async function claimDue(
  db: SqlStatementRunner,
  lease: string,
  { now }: SenderProcessTime,
): Promise<ClaimedWebhook | undefined> {
  const [row] = await db.rows(
    sql<DueWebhook>`update account.webhook w set lease = ${lease}, due_at = ${leaseEnd(now)}::timestamptz
      from (select account_id, webhook_id from account.webhook
        where state = 'active' and due_at <= ${now}::timestamptz
        order by due_at limit 1 for update skip locked) due
      where w.account_id = due.account_id and w.webhook_id = due.webhook_id
      returning w.account_id, w.webhook_id, w.url, w.secret,
        case when w.old_secret_until > ${now}::timestamptz then w.old_secret end as old_secret,
        w.events, w.cursor, w.attempts, w.waiting_since`,
  );
  return row === undefined ? undefined : { ...row, lease };
}

/**
 * Makes idle webhooks of these accounts due, so that a sender serves them next. Webhooks that a sender has claimed or that wait
 * for a retry stay unchanged.
 */
export async function wakeWebhooks(
  db: SqlStatementRunner,
  accounts: readonly string[],
  { now }: SenderProcessTime,
): Promise<void> {
  await db.rows(
    sql`update account.webhook set due_at = ${now}::timestamptz
      where account_id = any (${accounts}::text[]) and state = 'active' and lease is null and attempts = 0
        and due_at > ${now}::timestamptz`,
  );
}

/**
 * Moves the webhook’s cursor (the last handled journal row) to a delivered event, extends the sender’s lease and records the
 * delivery. Returns false when the sender no longer has the lease.
 */
export async function recordDelivered(
  db: SqlStatementRunner,
  { account_id, webhook_id, lease }: ClaimedWebhook,
  row: JournalRow & { readonly event: string },
  { now, status }: SenderProcessTime & { readonly status: number | null },
): Promise<boolean> {
  const rows = await db.rows(
    sql`with moved as (
        update account.webhook set cursor = ${row.seq}, attempts = 0, waiting_since = null,
          due_at = ${leaseEnd(now)}::timestamptz
        where account_id = ${account_id} and webhook_id = ${webhook_id} and lease = ${lease}
        returning account_id, webhook_id
      )
      insert into account.webhook_delivery as d (account_id, webhook_id, seq, event, at, state, attempts, status,
        attempted_at, delivered_at)
      select account_id, webhook_id, ${row.seq}, ${row.event}, ${row.at}::timestamptz, 'delivered', 1,
        ${status}::integer, ${now}::timestamptz, ${now}::timestamptz from moved
      on conflict (account_id, webhook_id, seq) do update set state = 'delivered', attempts = d.attempts + 1,
        status = excluded.status, error = null, attempted_at = excluded.attempted_at,
        delivered_at = excluded.delivered_at
      returning 1`,
  );
  return rows.length > 0;
}

/**
 * The outcome of a failed attempt to send an event, with the time of the next attempt (`nextAt`), or the reason why the webhook
 * is paused (`pause`).
 */
export interface FailedWebhookAttempt extends SenderProcessTime, WebhookAttemptOutcome {
  readonly nextAt: Date;
  readonly pause: 'failed' | 'gone' | null;
}

/**
 * Records a failed attempt to send an event and releases the webhook; returns false when the sender no longer has its lease.
 */
export async function recordFailed(
  db: SqlStatementRunner,
  { account_id, webhook_id, lease }: ClaimedWebhook,
  row: JournalRow & { readonly event: string },
  { now, status, error, nextAt, pause }: FailedWebhookAttempt,
): Promise<boolean> {
  const rows = await db.rows(
    sql`with failed as (
        update account.webhook set cursor = ${row.seq} - 1, attempts = attempts + 1,
          waiting_since = ${row.at}::timestamptz, due_at = ${nextAt}::timestamptz, lease = null,
          state = case when ${pause}::text is null then state else 'paused' end, paused_because = ${pause}::text,
          paused_at = case when ${pause}::text is null then null else ${now}::timestamptz end
        where account_id = ${account_id} and webhook_id = ${webhook_id} and lease = ${lease}
        returning account_id, webhook_id
      )
      insert into account.webhook_delivery as d (account_id, webhook_id, seq, event, at, state, attempts, status,
        error, attempted_at)
      select account_id, webhook_id, ${row.seq}, ${row.event}, ${row.at}::timestamptz, 'waiting', 1,
        ${status}::integer, ${error}, ${now}::timestamptz from failed
      on conflict (account_id, webhook_id, seq) do update set state = 'waiting', attempts = d.attempts + 1,
        status = excluded.status, error = excluded.error, attempted_at = excluded.attempted_at
      returning 1`,
  );
  return rows.length > 0;
}

/**
 * Ends the delivery of the event `seq`, which waits for a retry, as failed, because its webhook no longer subscribes to it.
 * Otherwise the delivery would wait for ever, and its age would raise the metric of the oldest waiting event without end.
 */
export async function endWaiting(
  db: SqlStatementRunner,
  { account_id, webhook_id, lease }: ClaimedWebhook,
  seq: number,
): Promise<void> {
  await db.rows(
    sql`with held as (
        update account.webhook set attempts = 0, waiting_since = null
        where account_id = ${account_id} and webhook_id = ${webhook_id} and lease = ${lease}
        returning account_id, webhook_id
      )
      update account.webhook_delivery d set state = 'failed' from held
      where d.account_id = held.account_id and d.webhook_id = held.webhook_id and d.seq = ${seq}`,
  );
}

/**
 * Moves the webhook’s cursor to the last journal row that was read and releases the webhook. It is due at once when more
 * journal rows or requested deliveries exist, because bus messages (hints) about them had no effect during the lease; otherwise
 * it is due at `idleUntil`.
 */
export async function releaseWebhook(
  db: SqlStatementRunner,
  { account_id, webhook_id, lease }: ClaimedWebhook,
  {
    now,
    cursor,
    idleUntil,
  }: SenderProcessTime & { readonly cursor: number; readonly idleUntil: Date },
): Promise<void> {
  await db.rows(
    sql`update account.webhook w set lease = null, cursor = greatest(w.cursor, ${cursor}),
        due_at = case when exists (select from effect.journal_head h
            where h.account_id = w.account_id and h.seq > ${cursor})
          or exists (select from account.webhook_delivery d
            where d.account_id = w.account_id and d.webhook_id = w.webhook_id and d.state = 'requested')
          then ${now}::timestamptz else ${idleUntil}::timestamptz end
      where account_id = ${account_id} and webhook_id = ${webhook_id} and lease = ${lease}`,
  );
}

/**
 * Returns the time of the oldest event whose delivery failed and that its receiver has not accepted since; null if there is
 * none. Webhooks that their owner paused are left out; those that were paused after the last retry count.
 */
export async function oldestWaiting(db: SqlStatementRunner): Promise<Date | null> {
  const [row] = await db.rows(
    sql<{ waiting_since: Date | null }>`select waiting_since from account.webhook
      where waiting_since is not null and paused_because is distinct from 'owner' order by waiting_since limit 1`,
  );
  return row?.waiting_since ?? null;
}
