import { webhookEventOf, type WebhookEvent } from '@bridge/contracts';
import type { JournalRow } from '@bridge/db';
import type { WebhookMessage } from './attempt.ts';

/** Returns the id of a delivery, made of webhook id and journal row number: a repeated delivery has the same id. */
export function deliveryIdOf(webhookId: string, seq: number): string {
  return `msg_${webhookId.slice('wh_'.length)}_${seq}`;
}

/** Returns the number of the journal row from the id of a delivery. */
export function seqOfDelivery(deliveryId: string): number {
  return Number(deliveryId.slice(deliveryId.lastIndexOf('_') + 1));
}

/** A journal row that causes an event. */
export type EventRow = JournalRow & { readonly event: WebhookEvent };

/** Returns the journal row with its event name; undefined when the webhook does not subscribe to the event. */
export function chosenEvent(row: JournalRow, events: readonly string[]): EventRow | undefined {
  const event = webhookEventOf(row.action);
  return event === undefined || !events.includes(event) ? undefined : { ...row, event };
}

/** Returns the message of an event: ids and revisions, never content. Spec: webhooks.payload. */
export function envelopeOf(webhookId: string, row: EventRow): WebhookMessage {
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
