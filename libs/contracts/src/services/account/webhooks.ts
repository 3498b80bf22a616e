import { z } from 'zod';
import { isoTime } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { WEBHOOK_EVENT_NAMES } from '../../webhook-events.ts';

/** Schema of the id of a webhook: `wh_` and 26 characters of Crockford base32. */
export const webhookId = z.string().regex(/^wh_[0-9a-z]{26}$/);
/**
 * Schema of the id of a webhook delivery: the webhook’s id and the number of the event’s row in the journal (audit log).
 * Repeated deliveries of an event have the same id.
 */
export const deliveryId = z.string().regex(/^msg_[0-9a-z]{26}_[1-9][0-9]{0,15}$/);
const events = z
  .array(z.enum(WEBHOOK_EVENT_NAMES))
  .min(1)
  .max(WEBHOOK_EVENT_NAMES.length)
  .refine((list) => new Set(list).size === list.length, { message: 'names an event twice' });
const receiverUrl = z.string().min(1).max(LIMITS.webhookUrlCharsMax);
/**
 * Schema of a webhook’s signing secret (Standard Webhooks). Only the answer to the call that creates the secret contains it.
 */
const secret = z.string().regex(/^whsec_[A-Za-z0-9+/]{43}=$/);

/** Schema of a webhook as its owner sees it. */
export const webhookRecord = z.object({
  webhook_id: webhookId,
  url: z.string(),
  events: z.array(z.string()),
  state: z.enum(['active', 'paused']),
  /**
   * Reason of the pause. `owner`: the owner paused the webhook; `failed`: the last allowed delivery attempt failed; `gone`: the
   * receiver answered 410.
   */
  paused_because: z.enum(['owner', 'failed', 'gone']).nullable(),
  paused_at: isoTime.nullable(),
  /** Number of failed attempts to deliver the next event. Events are delivered in order. */
  attempts: z.int().nonnegative(),
  /**
   * Time of the event whose delivery has failed and is tried again; null when no delivery has failed since the last success.
   */
  waiting_since: isoTime.nullable(),
  next_attempt_at: isoTime.nullable(),
  /** Time until which the secret that the last rotation replaced still signs deliveries too. */
  old_secret_until: isoTime.nullable(),
  created_at: isoTime,
});
/** A webhook as its owner sees it. */
export type WebhookRecord = z.output<typeof webhookRecord>;

/** Schemas of the values that describe the result of one attempt to deliver an event. */
const attemptOutcome = {
  /** HTTP status that the receiver answered; null when there was no answer. */
  status: z.int().nullable(),
  /** Reason of the failure, in a fixed text of the product; never a text of the receiver. */
  error: z.string().nullable(),
};

/** Schema of one event that a webhook delivers, with the state of the delivery. */
export const deliveryRecord = z.object({
  delivery_id: deliveryId,
  seq: z.int().positive(),
  event: z.string(),
  at: isoTime,
  state: z.enum(['waiting', 'delivered', 'requested', 'failed']),
  attempts: z.int().nonnegative(),
  ...attemptOutcome,
  attempted_at: isoTime,
  delivered_at: isoTime.nullable(),
});
/** One event that a webhook delivers, with the state of the delivery. */
export type WebhookDeliveryRecord = z.output<typeof deliveryRecord>;

const byOwner = { callers: ['gateway'] } as const;
const read = { ...byOwner, callClass: 'read' } as const;
const change = { ...byOwner, callClass: 'change' } as const;

export const webhooksList = defineMessage({
  ...read,
  purpose: 'Lists the webhooks of an account, without their secrets.',
  input: z.object({}),
  output: z.object({ webhooks: z.array(webhookRecord) }),
});

export const webhookCreate = defineMessage({
  ...change,
  purpose:
    'Creates a webhook that receives the events from now on, and returns its secret, which no later call returns. Refuses an address that is not public.',
  input: z.object({ url: receiverUrl, events }),
  output: z.object({ webhook: webhookRecord, secret }),
});

export const webhookChange = defineMessage({
  ...change,
  purpose:
    'Changes address or events of a webhook, pauses it, or makes it active: it continues with the first event that was not delivered.',
  input: z.object({
    webhook_id: webhookId,
    url: receiverUrl.optional(),
    events: events.optional(),
    state: z.enum(['active', 'paused']).optional(),
  }),
  output: z.object({ webhook: webhookRecord }),
});

export const webhookRotate = defineMessage({
  ...change,
  purpose:
    'Makes a new secret and returns it, which no later call does; for 24 hours messages are also signed with the old one.',
  input: z.object({ webhook_id: webhookId }),
  output: z.object({ webhook: webhookRecord, secret }),
});

export const webhookDelete = defineMessage({
  ...change,
  purpose: 'Removes a webhook with its deliveries.',
  input: z.object({ webhook_id: webhookId }),
  output: z.object({}),
});

export const webhookTest = defineMessage({
  ...change,
  purpose: 'Sends the event `webhook.test` at once, without retries, and returns the outcome.',
  input: z.object({ webhook_id: webhookId }),
  output: z.object({ delivered: z.boolean(), ...attemptOutcome }),
});

export const webhookDeliveries = defineMessage({
  ...read,
  purpose: 'Lists the deliveries of a webhook, newest first.',
  input: z.object({
    webhook_id: webhookId,
    before: z.int().positive().nullable(),
    limit: z.int().min(1).max(LIMITS.listLimitMax),
  }),
  output: z.object({
    deliveries: z.array(deliveryRecord),
    next: z.int().positive().nullable(),
  }),
});

export const webhookRedeliver = defineMessage({
  ...change,
  purpose:
    'Sends past deliveries again, in order and with the same ids: those with the given ids, or all since a given time.',
  input: z.object({
    webhook_id: webhookId,
    ids: z.array(deliveryId).min(1).max(LIMITS.listLimitMax).nullable(),
    since: isoTime.nullable(),
  }),
  output: z.object({ requested: z.int().nonnegative() }),
});
