import type { Logger } from '@bridge/kernel';
import { OutboundFailure, type OutboundClient } from '@bridge/outbound';
import { Webhook } from 'standardwebhooks';
import type { WebhookSecretCipher } from './secret-box.ts';
import type { WebhookUrlAndSecrets } from './webhook.store.ts';

/** Maximum time in ms of one attempt to deliver an event to a webhook. The sender’s lease of the webhook lasts longer. */
const ATTEMPT_MS_MAX = 10_000;
/** Maximum number of bytes that are read from the response of a webhook’s receiver; only its status is used. */
const ANSWER_BYTES_MAX = 64 * 1024;

const UNREADABLE = 'The secret of this webhook cannot be read: make a new one.';

/**
 * The outcome of one attempt to deliver an event to a webhook; `error` is null exactly when the receiver accepted the event.
 */
export interface WebhookAttemptOutcome {
  /** HTTP status of the receiver’s response; null when there was no response. */
  readonly status: number | null;
  readonly error: string | null;
}

/** A message to a webhook about one event. All attempts to deliver the event send the same id and body. */
export interface WebhookMessage {
  readonly id: string;
  readonly body: string;
}

/** The dependencies of an attempt to deliver an event to a webhook. */
interface WebhookAttemptDeps {
  readonly outbound: OutboundClient;
  readonly secrets: WebhookSecretCipher;
  readonly log: Logger;
  readonly signal: AbortSignal;
  readonly now: Date;
}

/**
 * Returns the Standard Webhooks signatures with all valid secrets, newest first; null when the newest secret cannot be
 * decrypted. An older secret that cannot be decrypted is omitted: so after a loss of BRIDGE_WEBHOOK_SECRET, replacing the
 * secret of a webhook once repairs it.
 */
async function signaturesOf(
  { secrets, now, log }: Pick<WebhookAttemptDeps, 'secrets' | 'now' | 'log'>,
  { account_id, webhook_id, secret, old_secret }: WebhookUrlAndSecrets,
  { id, body }: WebhookMessage,
): Promise<string | null> {
  const owner = { accountId: account_id, webhookId: webhook_id };
  const sign = async (sealed: string): Promise<string | null> => {
    try {
      return new Webhook(await secrets.open(sealed, owner)).sign(id, now, body);
    } catch (error) {
      log.warn({ err: error, webhook_id }, 'webhook_secret_unreadable');
      return null;
    }
  };
  const newest = await sign(secret);
  const older = newest === null || old_secret === null ? null : await sign(old_secret);
  return older === null ? newest : `${newest} ${older}`;
}

/**
 * Sends an event to a webhook once. A failure of the receiver or of the connection is returned, not thrown. A secret that
 * cannot be decrypted is a failed attempt.
 */
export async function attemptDelivery(
  { outbound, secrets, log, signal, now }: WebhookAttemptDeps,
  target: WebhookUrlAndSecrets,
  envelope: WebhookMessage,
): Promise<WebhookAttemptOutcome> {
  const signature = await signaturesOf({ secrets, now, log }, target, envelope);
  if (signature === null) return { status: null, error: UNREADABLE };
  try {
    const { status } = await outbound.send({
      method: 'POST',
      url: target.url,
      headers: {
        'content-type': 'application/json',
        'webhook-id': envelope.id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
        'webhook-signature': signature,
      },
      body: envelope.body,
      timeoutMs: ATTEMPT_MS_MAX,
      answerBytesMax: ANSWER_BYTES_MAX,
      signal,
    });
    const isTaken = status >= 200 && status < 300;
    return { status, error: isTaken ? null : `The receiver answered with status ${status}.` };
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    return { status: null, error: error.message };
  }
}
