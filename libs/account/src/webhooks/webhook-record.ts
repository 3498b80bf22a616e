import type { WebhookDeliveryRecord, WebhookRecord } from '@bridge/contracts';
import type { WebhookDeliveryRow } from './delivery.store.ts';
import { deliveryIdOf } from './envelope.ts';
import type { WebhookRow } from './webhook.store.ts';

const textOf = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Converts a webhook to the form that clients receive. `old_secret_until` is null unless it is after `now`. */
export function webhookRecordOf(row: WebhookRow, now: Date): WebhookRecord {
  const { webhook_id, url, events, state, paused_because, attempts } = row;
  const overlaps = row.old_secret_until !== null && row.old_secret_until > now;
  return {
    webhook_id,
    url,
    events,
    state,
    paused_because,
    paused_at: textOf(row.paused_at),
    attempts,
    waiting_since: textOf(row.waiting_since),
    next_attempt_at: state === 'active' && attempts > 0 ? row.due_at.toISOString() : null,
    old_secret_until: overlaps ? textOf(row.old_secret_until) : null,
    created_at: row.created_at.toISOString(),
  };
}

/** Converts the delivery of an event to a webhook to the form that clients receive. */
export function deliveryRecordOf(
  webhookId: string,
  row: WebhookDeliveryRow,
): WebhookDeliveryRecord {
  const { seq, event, state, attempts, status, error } = row;
  return {
    delivery_id: deliveryIdOf(webhookId, seq),
    seq,
    event,
    at: row.at.toISOString(),
    state,
    attempts,
    status,
    error,
    attempted_at: row.attempted_at.toISOString(),
    delivered_at: textOf(row.delivered_at),
  };
}
