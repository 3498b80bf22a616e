import { WEBHOOK_EVENT_NAMES } from '@bridge/contracts';
import { append, readJournalAfter } from '@bridge/db';
import { counter, failpoint } from '@bridge/kernel';
import { randomInt } from 'node:crypto';
import { attemptDelivery, type WebhookAttemptOutcome } from './attempt.ts';
import { listRequested, recordRepeated, trimDeliveries } from './delivery.store.ts';
import { chosenEvent, envelopeOf, type JournalRowWithWebhookEvent } from './envelope.ts';
import { retryDelayMs } from './retry-delay.ts';
import {
  endWaiting,
  recordDelivered,
  recordFailed,
  releaseWebhook,
  type ClaimedWebhook,
  type FailedWebhookAttempt,
} from './sender.store.ts';
import { nowOf, type WebhookDeps } from './webhook-deps.ts';

/** Maximum number of journal rows that a sender reads for one claimed webhook, so that other webhooks are served too. */
const ROWS_MAX = 100;
/** Time in ms after the claim of a webhook, from which on the sender starts no further attempt for it. */
const TURN_MS_MAX = 15_000;
/**
 * Interval in ms at which an idle webhook is checked for new journal rows (events), because hints (bus messages about new rows)
 * can be lost.
 */
const IDLE_MS = 60_000;
const RANDOM_RANGE = 2 ** 30;
const HTTP_GONE = 410;

/**
 * Outcome of a delivery that the owner requested again, but whose event this version does not send, for example after a return
 * to an older version.
 */
const UNKNOWN_EVENT: WebhookAttemptOutcome = {
  status: null,
  error: 'This version of the service does not send this event.',
};

const deliveries = counter('webhook_deliveries', 'Attempts to deliver an event, by outcome.', [
  'outcome',
] as const);
const pauses = counter('webhook_pauses', 'Webhooks paused after their last retry or by 410.', []);
for (const outcome of ['delivered', 'failed', 'repeated']) deliveries.inc({ outcome }, 0);

async function send(
  deps: WebhookDeps,
  claim: ClaimedWebhook,
  row: JournalRowWithWebhookEvent,
): Promise<WebhookAttemptOutcome> {
  await failpoint('webhook.before-send');
  const { outbound, secrets, log, stopping: signal } = deps;
  const parts = { outbound, secrets, log, signal, now: nowOf(deps) };
  const outcome = await attemptDelivery(parts, claim, envelopeOf(claim.webhook_id, row));
  await failpoint('webhook.after-send');
  return outcome;
}

/**
 * Records a failed attempt to send an event. A retry follows after a pause. After the last retry or the HTTP status 410 the
 * webhook is paused, which the journal records.
 */
async function handleFailure(
  deps: WebhookDeps,
  claim: ClaimedWebhook,
  row: JournalRowWithWebhookEvent,
  { outcome, attempts }: { readonly outcome: WebhookAttemptOutcome; readonly attempts: number },
): Promise<void> {
  const now = nowOf(deps);
  const delayMs = retryDelayMs(attempts, randomInt(RANDOM_RANGE) / RANDOM_RANGE);
  const last = delayMs === null ? 'failed' : null;
  const pause = outcome.status === HTTP_GONE ? 'gone' : last;
  const nextAt = new Date(now.getTime() + (delayMs ?? 0));
  const ended: FailedWebhookAttempt = { ...outcome, now, nextAt, pause };
  deliveries.inc({ outcome: 'failed' });
  if (pause === null) return void (await recordFailed(deps.db, claim, row, ended));
  await deps.db.transaction({ waitForLocks: true }, async (tx) => {
    if (!(await recordFailed(tx, claim, row, ended))) return;
    await append(tx, {
      accountId: claim.account_id,
      action: 'account.webhook_paused',
      actor: 'system',
      keyId: null,
      surface: 'system',
      pageId: null,
      word: null,
      revBefore: null,
      revAfter: null,
      requestId: deps.ids.make('req'),
    });
    pauses.inc();
  });
}

/**
 * Sends the deliveries that the owner has requested again, once each. Returns false when the sender no longer has the lease of
 * the webhook or the process stops.
 */
async function sendRequested(
  deps: WebhookDeps,
  claim: ClaimedWebhook,
  isOver: () => boolean,
): Promise<boolean> {
  for (const seq of await listRequested(deps.db, claim)) {
    if (isOver()) break;
    const [row] = await readJournalAfter(deps.db, claim.account_id, seq - 1, 1);
    // All event names are allowed: an event that was sent once can be sent again after the owner unsubscribed from it.
    const event = row === undefined ? undefined : chosenEvent(row, WEBHOOK_EVENT_NAMES);
    const outcome = event === undefined ? UNKNOWN_EVENT : await send(deps, claim, event);
    if (deps.stopping.aborted) return false;
    deliveries.inc({ outcome: outcome.error === null ? 'repeated' : 'failed' });
    if (!(await recordRepeated(deps.db, claim, seq, { ...outcome, now: nowOf(deps) })))
      return false;
  }
  return true;
}

/**
 * Sends the events of a claimed webhook in order, until one fails, the time limit of the claim has passed, or all events in the
 * journal rows that it read are sent. The webhook’s position moves only past accepted events, so a killed sender causes at most
 * one event to be sent twice. Spec: webhooks.order.
 */
export async function serveWebhook(deps: WebhookDeps, claim: ClaimedWebhook): Promise<void> {
  const { db, clock, stopping } = deps;
  const from = clock.monotonic();
  const isOver = (): boolean => stopping.aborted || clock.monotonic() - from > TURN_MS_MAX;
  if (!(await sendRequested(deps, claim, isOver))) return;
  let { cursor, attempts } = claim;
  const rows = await readJournalAfter(db, claim.account_id, cursor, ROWS_MAX);
  for (const row of rows) {
    const event = chosenEvent(row, claim.events);
    if (event === undefined) {
      if (claim.waiting_since !== null && row.seq === claim.cursor + 1) {
        await endWaiting(db, claim, row.seq);
        attempts = 0;
      }
    } else {
      if (isOver()) break;
      const outcome = await send(deps, claim, event);
      // The process stops and has aborted the attempt, so its outcome is unknown.
      // No failure is recorded, and the event is sent again later.
      if (stopping.aborted && outcome.error !== null) break;
      if (outcome.error !== null) {
        await handleFailure(deps, claim, event, { outcome, attempts: attempts + 1 });
        return trimDeliveries(db, claim);
      }
      const { status } = outcome;
      if (!(await recordDelivered(db, claim, event, { now: nowOf(deps), status }))) return;
      await failpoint('webhook.after-record');
      deliveries.inc({ outcome: 'delivered' });
      attempts = 0;
    }
    cursor = row.seq;
  }
  const now = nowOf(deps);
  const idleUntil = new Date(now.getTime() + IDLE_MS);
  await trimDeliveries(db, claim);
  await releaseWebhook(db, claim, { now, cursor, idleUntil });
}
