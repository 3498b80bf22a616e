import { webhookEventOf, type WebhookEvent } from '@bridge/contracts';
import type { JournalRow } from '@bridge/db';
import type { Envelope } from './attempt.ts';

/** The id of a delivery: that of its webhook and the number of the journal row, so a repetition has the same one. */
export function deliveryIdOf(webhookId: string, seq: number): string {
  return `msg_${webhookId.slice('wh_'.length)}_${seq}`;
}

/** The number in the id of a delivery. */
export function seqOfDelivery(deliveryId: string): number {
  return Number(deliveryId.slice(deliveryId.lastIndexOf('_') + 1));
}

/** A journal row that is an event. */
export type EventRow = JournalRow & { readonly event: WebhookEvent };

/** The row with its event; undefined when the webhook has not chosen it. */
export function chosenEvent(row: JournalRow, events: readonly string[]): EventRow | undefined {
  const event = webhookEventOf(row.action);
  return event === undefined || !events.includes(event) ? undefined : { ...row, event };
}

/** The message of an event: ids and revisions, never content. Spec: webhooks.payload. */
export function envelopeOf(webhookId: string, row: EventRow): Envelope {
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
