import { LIMITS } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';
import type { WebhookAttemptOutcome } from './attempt.ts';
import type { ClaimedWebhook } from './sender.store.ts';

/** The delivery of one event to a webhook, with its state and the outcome of the last attempt. */
export interface WebhookDeliveryRow extends WebhookAttemptOutcome {
  readonly seq: number;
  readonly event: string;
  readonly at: Date;
  readonly state: 'waiting' | 'delivered' | 'requested' | 'failed';
  readonly attempts: number;
  readonly attempted_at: Date;
  readonly delivered_at: Date | null;
}

/** The ids of a webhook and of the account that owns it. */
interface OwnedWebhookReference {
  readonly accountId: string;
  readonly webhookId: string;
}

/**
 * Lists the deliveries of a webhook, newest first. Lists only events whose journal row has a number below `before` (null for
 * all).
 */
export async function listDeliveries(
  db: SqlStatementRunner,
  { accountId, webhookId }: OwnedWebhookReference,
  before: number | null,
  limit: number,
): Promise<WebhookDeliveryRow[]> {
  return db.rows(
    sql<WebhookDeliveryRow>`select seq, event, at, state, attempts, status, error, attempted_at, delivered_at
      from account.webhook_delivery where account_id = ${accountId} and webhook_id = ${webhookId}
        and seq < coalesce(${before}::bigint, 9223372036854775807)
      order by seq desc limit ${limit}::integer`,
  );
}

/**
 * Marks deliveries of a webhook to be sent again: those with the journal row numbers `seqs`, or those of all events since
 * `since`. Deliveries that wait for a retry are not marked. Returns the number of marked deliveries.
 */
export async function requestDeliveries(
  tx: SqlStatementRunner,
  { accountId, webhookId }: OwnedWebhookReference,
  { seqs, since }: { readonly seqs: readonly number[] | null; readonly since: Date | null },
): Promise<number> {
  const rows = await tx.rows(
    sql`update account.webhook_delivery set state = 'requested'
      where account_id = ${accountId} and webhook_id = ${webhookId} and state <> 'waiting'
        and (seq = any (${seqs}::bigint[]) or at >= ${since}::timestamptz)
      returning 1`,
  );
  return rows.length;
}

/**
 * Lists the journal row numbers of the webhook’s deliveries that are marked to be sent again, lowest first, at most
 * `LIMITS.listLimitMax`.
 */
export async function listRequested(
  db: SqlStatementRunner,
  { account_id, webhook_id }: ClaimedWebhook,
): Promise<readonly number[]> {
  const rows = await db.rows(
    sql<{ seq: number }>`select seq from account.webhook_delivery
      where account_id = ${account_id} and webhook_id = ${webhook_id} and state = 'requested'
      order by seq limit ${LIMITS.listLimitMax}::integer`,
  );
  return rows.map(({ seq }) => seq);
}

/**
 * Records the outcome of a delivery that was sent again, and extends the sender’s lease of the webhook. Returns false when the
 * sender no longer has the lease.
 */
export async function recordRepeated(
  db: SqlStatementRunner,
  { account_id, webhook_id, lease }: ClaimedWebhook,
  seq: number,
  { now, status, error }: WebhookAttemptOutcome & { readonly now: Date },
): Promise<boolean> {
  const leaseEnd = new Date(now.getTime() + LIMITS.webhookLeaseMs);
  const rows = await db.rows(
    sql`with held as (
        update account.webhook set due_at = ${leaseEnd}::timestamptz
        where account_id = ${account_id} and webhook_id = ${webhook_id} and lease = ${lease}
        returning account_id, webhook_id
      )
      update account.webhook_delivery d set state = case when ${error}::text is null then 'delivered' else 'failed' end,
        attempts = d.attempts + 1, status = ${status}::integer, error = ${error}, attempted_at = ${now}::timestamptz,
        delivered_at = case when ${error}::text is null then ${now}::timestamptz else d.delivered_at end
      from held where d.account_id = held.account_id and d.webhook_id = held.webhook_id and d.seq = ${seq}
      returning 1`,
  );
  return rows.length > 0;
}

/** Removes the deliveries of a webhook except the newest `LIMITS.webhookDeliveriesKept`. */
export async function trimDeliveries(
  db: SqlStatementRunner,
  { account_id, webhook_id }: ClaimedWebhook,
): Promise<void> {
  await db.rows(
    sql`delete from account.webhook_delivery where account_id = ${account_id} and webhook_id = ${webhook_id}
      and seq <= (select seq from account.webhook_delivery
        where account_id = ${account_id} and webhook_id = ${webhook_id}
        order by seq desc offset ${LIMITS.webhookDeliveriesKept}::integer limit 1)`,
  );
}

/**
 * Removes up to `rowsMax` deliveries whose last attempt was before `before`, except those that wait for a retry; returns their
 * number.
 */
export async function expireDeliveries(
  db: SqlStatementRunner,
  before: Date,
  rowsMax: number,
): Promise<number> {
  const rows = await db.rows(
    sql`delete from account.webhook_delivery d
      using (select account_id, webhook_id, seq from account.webhook_delivery
        where attempted_at < ${before}::timestamptz and state <> 'waiting'
        order by attempted_at limit ${rowsMax}::integer for update skip locked) old
      where d.account_id = old.account_id and d.webhook_id = old.webhook_id and d.seq = old.seq returning 1`,
  );
  return rows.length;
}
