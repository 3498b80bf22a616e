import { webhookEventOf, type WebhookEventName } from '@bridge/contracts';
import type { JournalRow } from '@bridge/db';
import type { WebhookMessage } from './attempt.ts';

/**
 * Returns the id of the delivery of an event, made from the webhook’s id and the number of the event’s journal row. All
 * attempts to deliver the event have the same id.
 */
export function deliveryIdOf(webhookId: string, seq: number): string {
  return `msg_${webhookId.slice('wh_'.length)}_${seq}`;
}

/** Returns the number of the event’s journal row from the id of its delivery. */
export function seqOfDelivery(deliveryId: string): number {
  return Number(deliveryId.slice(deliveryId.lastIndexOf('_') + 1));
}

/** A journal row that causes a webhook event, with the name of the event. */
export type JournalRowWithWebhookEvent = JournalRow & { readonly event: WebhookEventName };

/**
 * Returns the journal row with the name of its webhook event. Returns undefined when the row causes no event or the event is
 * not in `events` (the events to which the webhook subscribes).
 */
export function chosenEvent(
  row: JournalRow,
  events: readonly string[],
): JournalRowWithWebhookEvent | undefined {
  const event = webhookEventOf(row.action);
  return event === undefined || !events.includes(event) ? undefined : { ...row, event };
}

/**
 * Returns the webhook message of an event. It contains ids and revision numbers, never content of a website.
 * Spec: webhooks.payload.
 */
export function envelopeOf(webhookId: string, row: JournalRowWithWebhookEvent): WebhookMessage {
  const actor = row.actor === row.key_id ? 'key' : row.actor;
  const body = {
    type: row.event,
    timestamp: row.at.toISOString(),
    data: {
      seq: row.seq,
      actor,
      key_id: row.key_id,
      page_id: row.page_id,
      word: row.word,
      revision_before: row.rev_before,
      revision: row.rev_after,
      request_id: row.request_id,
    },
  };
  return { id: deliveryIdOf(webhookId, row.seq), body: JSON.stringify(body) };
}
