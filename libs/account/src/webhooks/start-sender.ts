import { LIMITS } from '@bridge/contracts';
import { gauge } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import { expireDeliveries } from './delivery.store.ts';
import { claimDue, oldestWaiting, wakeWebhooks } from './sender.store.ts';
import { serveWebhook } from './serve-webhook.ts';
import { nowOf, type WebhookDeps } from './webhook-deps.ts';

/**
 * Maximum number of webhooks to which one process sends at the same time. A sender waits for receivers almost all the time, so
 * the number is high: slow receivers of 25 accounts together do not delay those of another account.
 */
const WEBHOOKS_MAX = 256;
/** Maximum interval in ms between two searches for due webhooks. A bus message about new events (hint) starts one earlier. */
const PASS_EVERY_MS = 1_000;
const PASS_PAUSE_MS = 50;
const SWEEP_EVERY_MS = 10_000;
const SWEPT_MAX = 1_000;
const KEPT_DAY_MS = 86_400_000;

const waiting = gauge(
  'webhook_oldest_waiting_seconds',
  'Age of the oldest event that its receiver did not take yet; 0 when none waits.',
  [],
);

/** The running webhook sender of a process. */
export interface WebhookSender {
  /** Makes the sender look soon for events of this account to send. */
  wake(accountId: string): void;
  /** Resolves when no event is being sent; called when the process stops. */
  close(): Promise<void>;
}

/** Updates the metric of the oldest waiting webhook event, and removes old deliveries. */
async function sweep(deps: WebhookDeps): Promise<void> {
  const now = nowOf(deps);
  const oldest = await oldestWaiting(deps.db);
  waiting.set(oldest === null ? 0 : Math.max(0, now.getTime() - oldest.getTime()) / 1_000);
  const before = new Date(now.getTime() - LIMITS.webhookDeliveryKeptDays * KEPT_DAY_MS);
  await expireDeliveries(deps.db, before, SWEPT_MAX);
}

/**
 * Claims due webhooks and sends their events concurrently, until none is due or WEBHOOKS_MAX are served. An error is logged,
 * and that webhook is due again when its lease ends. Calls `onEnd` after each webhook, because another one can then be claimed.
 */
async function serveDueWebhooks(
  deps: WebhookDeps,
  active: Set<Promise<void>>,
  onEnd: () => void,
): Promise<void> {
  while (active.size < WEBHOOKS_MAX && !deps.stopping.aborted) {
    const claim = await claimDue(deps.db, deps.ids.make('lease'), { now: nowOf(deps) });
    if (claim === undefined) return;
    const { webhook_id } = claim;
    const work = serveWebhook(deps, claim)
      .catch((error: unknown) => deps.log.warn({ err: error, webhook_id }, 'webhook_failed'))
      .finally(() => {
        active.delete(work);
        onEnd();
      });
    active.add(work);
  }
}

/**
 * Starts the webhook sender of this process. It runs on every replica: a lease in the row of a webhook excludes all other
 * senders.
 */
export function startWebhookSender(deps: WebhookDeps): WebhookSender {
  const { db, clock, log, stopping } = deps;
  const hinted = new Set<string>();
  const active = new Set<Promise<void>>();
  let woken = Promise.withResolvers<void>();
  let sweptAt = clock.monotonic();
  const pass = async (): Promise<void> => {
    const accounts = [...hinted];
    hinted.clear();
    if (accounts.length > 0) await wakeWebhooks(db, accounts, { now: nowOf(deps) });
    await serveDueWebhooks(deps, active, () => woken.resolve());
    if (clock.monotonic() - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = clock.monotonic();
    await sweep(deps);
  };
  const loop = async (): Promise<void> => {
    while (!stopping.aborted) {
      await pass().catch((error: unknown) => log.warn({ err: error }, 'webhook_pass_failed'));
      await delay(PASS_PAUSE_MS, undefined, { ref: false });
      const until = new AbortController();
      const tick = delay(PASS_EVERY_MS, undefined, { ref: false, signal: until.signal });
      await Promise.race([tick.catch(() => undefined), woken.promise]);
      until.abort();
      woken = Promise.withResolvers();
    }
  };
  const looping = loop();
  stopping.addEventListener('abort', () => woken.resolve(), { once: true });
  return {
    wake: (accountId) => {
      hinted.add(accountId);
      woken.resolve();
    },
    close: async () => {
      await looping;
      await Promise.all(active);
    },
  };
}
