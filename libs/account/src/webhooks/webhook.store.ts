import { LIMITS, type WebhookEventName } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

/** A webhook without its secrets. */
export interface WebhookRow {
  readonly webhook_id: string;
  readonly url: string;
  readonly events: string[];
  readonly state: 'active' | 'paused';
  readonly paused_because: 'owner' | 'failed' | 'gone' | null;
  readonly paused_at: Date | null;
  readonly attempts: number;
  readonly waiting_since: Date | null;
  readonly due_at: Date;
  readonly old_secret_until: Date | null;
  readonly created_at: Date;
}

const WEBHOOK_COLUMNS = sql`webhook_id, url, events, state, paused_because, paused_at, attempts, waiting_since, due_at,
  old_secret_until, created_at`;

/** The data of a new webhook. */
interface NewWebhook {
  readonly webhookId: string;
  readonly url: string;
  readonly events: readonly WebhookEventName[];
  readonly secret: string;
  readonly now: Date;
}

/**
 * Inserts a webhook into a free slot of the account. Its position is the end of the journal, so it receives later events only.
 * Returns undefined when no slot is free, or when a concurrent creation took the slot.
 */
export async function insertWebhook(
  tx: SqlStatementRunner,
  accountId: string,
  { webhookId, url, events, secret, now }: NewWebhook,
): Promise<WebhookRow | undefined> {
  const [row] = await tx.rows(
    sql<WebhookRow>`insert into account.webhook
        (account_id, webhook_id, slot, url, events, secret, state, created_at, cursor, due_at)
      select ${accountId}, ${webhookId}, free.slot, ${url}, ${events}::text[], ${secret}, 'active', ${now}::timestamptz,
        coalesce((select seq from effect.journal_head where account_id = ${accountId}), 0), ${now}::timestamptz
      from generate_series(1, ${LIMITS.webhooksPerAccountMax}::integer) free(slot)
      where not exists (select from account.webhook w where w.account_id = ${accountId} and w.slot = free.slot)
      order by free.slot limit 1
      on conflict do nothing
      returning ${WEBHOOK_COLUMNS}`,
  );
  return row;
}

/** Lists the webhooks of an account, oldest first. */
export async function listWebhooks(
  db: SqlStatementRunner,
  accountId: string,
): Promise<WebhookRow[]> {
  return db.rows(
    sql<WebhookRow>`select ${WEBHOOK_COLUMNS} from account.webhook where account_id = ${accountId}
      order by created_at, webhook_id limit ${LIMITS.webhooksPerAccountMax}`,
  );
}

/** The values of a webhook that its owner changes; null keeps the present value. */
interface WebhookUpdate {
  readonly url: string | null;
  readonly events: readonly WebhookEventName[] | null;
  readonly state: 'active' | 'paused' | null;
  readonly now: Date;
}

/**
 * Changes a webhook and ends its sender’s lease, so that this sender records nothing more and the next sender reads the new
 * values. The webhook is due at once, and its count of failed attempts starts at 0.
 */
export async function updateWebhook(
  tx: SqlStatementRunner,
  accountId: string,
  webhookId: string,
  { url, events, state, now }: WebhookUpdate,
): Promise<WebhookRow | undefined> {
  const [row] = await tx.rows(
    sql<WebhookRow>`update account.webhook w set url = coalesce(${url}::text, w.url),
        events = coalesce(${events}::text[], w.events), state = coalesce(${state}::text, w.state),
        paused_because = case ${state}::text when 'active' then null when 'paused' then 'owner'
          else w.paused_because end,
        paused_at = case when coalesce(${state}::text, w.state) = 'active' then null
          else coalesce(w.paused_at, ${now}::timestamptz) end,
        attempts = 0, due_at = ${now}::timestamptz, lease = null
      where w.account_id = ${accountId} and w.webhook_id = ${webhookId}
      returning ${WEBHOOK_COLUMNS}`,
  );
  return row;
}

/** Replaces the secret of a webhook. Until `until`, messages are signed with the old secret too. */
export async function replaceSecret(
  tx: SqlStatementRunner,
  accountId: string,
  webhookId: string,
  { secret, now, until }: { readonly secret: string; readonly now: Date; readonly until: Date },
): Promise<WebhookRow | undefined> {
  const [row] = await tx.rows(
    sql<WebhookRow>`update account.webhook set old_secret = secret, old_secret_until = ${until}::timestamptz,
        secret = ${secret}, lease = null, due_at = case when attempts = 0 then ${now}::timestamptz else due_at end
      where account_id = ${accountId} and webhook_id = ${webhookId}
      returning ${WEBHOOK_COLUMNS}`,
  );
  return row;
}

/** Removes a webhook with its deliveries; returns false when the account has no webhook with this id. */
export async function removeWebhook(
  tx: SqlStatementRunner,
  accountId: string,
  webhookId: string,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`delete from account.webhook where account_id = ${accountId} and webhook_id = ${webhookId} returning 1`,
  );
  return rows.length > 0;
}

/** The data of a webhook that are needed to send it a message. */
export interface WebhookUrlAndSecrets {
  readonly account_id: string;
  readonly webhook_id: string;
  readonly url: string;
  readonly secret: string;
  readonly old_secret: string | null;
}

/**
 * Finds the data that are needed to send a message to a webhook; returns undefined when the account has no webhook with this
 * id.
 */
export async function findTarget(
  db: SqlStatementRunner,
  accountId: string,
  webhookId: string,
  now: Date,
): Promise<WebhookUrlAndSecrets | undefined> {
  const [row] = await db.rows(
    sql<WebhookUrlAndSecrets>`select account_id, webhook_id, url, secret,
        case when old_secret_until > ${now}::timestamptz then old_secret end as old_secret
      from account.webhook where account_id = ${accountId} and webhook_id = ${webhookId}`,
  );
  return row;
}

/**
 * Makes a webhook due to be served now, unless a sender has claimed it: that sender makes it due again when it releases it.
 * Returns false when the account has no webhook with this id.
 */
export async function makeDueNow(
  tx: SqlStatementRunner,
  accountId: string,
  webhookId: string,
  now: Date,
): Promise<boolean> {
  const rows = await tx.rows(
    sql`update account.webhook set due_at = case when lease is null then ${now}::timestamptz else due_at end
      where account_id = ${accountId} and webhook_id = ${webhookId} returning 1`,
  );
  return rows.length > 0;
}
