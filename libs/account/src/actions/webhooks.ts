import { LIMITS, type ACCOUNT } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler, type ServiceCallContext } from '@bridge/bus';
import { append, journalEntry, type TransactionHandle } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { OutboundFailure } from '@bridge/outbound';
import { randomBytes } from 'node:crypto';
import { ownerAccountOf } from '../owner-account-of.ts';
import type { AccountDeps } from '../deps.ts';
import { attemptDelivery } from '../webhooks/attempt.ts';
import { nowOf } from '../webhooks/webhook-deps.ts';
import { webhookRecordOf } from '../webhooks/webhook-record.ts';
import {
  findTarget,
  insertWebhook,
  listWebhooks,
  removeWebhook,
  replaceSecret,
  updateWebhook,
  type WebhookRow,
} from '../webhooks/webhook.store.ts';

const SECRET_BYTES = 32;
const HOUR_MS = 3_600_000;
/**
 * Maximum number of attempts to insert a webhook into a free slot of the account. An attempt fails only when a concurrent
 * creation takes the chosen slot, which can happen at most once per slot.
 */
const INSERTS_MAX = LIMITS.webhooksPerAccountMax + 1;

function makeSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

function demandRow<T>(row: T | undefined): T {
  if (row === undefined) throw new BridgeError('not_found', {});
  return row;
}

/** Throws invalid_input with the reason when webhooks must not be sent to this address. Spec: webhooks.address. */
async function demandAddress({ outbound }: AccountDeps, url: string): Promise<void> {
  try {
    await outbound.check(url);
  } catch (error) {
    if (!(error instanceof OutboundFailure)) throw error;
    const issues = [{ path: 'url', rule: 'address', message: error.message }];
    throw new BridgeError('invalid_input', { issues }, { cause: error });
  }
}

/** Applies one change of a webhook and appends its journal row in the same transaction. */
async function changeWithJournalRow<T>(
  { db }: AccountDeps,
  call: ServiceCallContext,
  action: string,
  apply: (tx: TransactionHandle) => Promise<T>,
): Promise<T> {
  return db.transaction({ deadline: call.deadline, waitForLocks: true }, async (tx) => {
    const result = await apply(tx);
    await append(tx, journalEntry(call, accountOf(call), `account.${action}`, {}));
    return result;
  });
}

/** Lists the webhooks of an account. */
export function webhooksList(deps: AccountDeps): ServiceCallHandler<typeof ACCOUNT.webhooksList> {
  return async (_input, call) => {
    const rows = await listWebhooks(deps.db, ownerAccountOf(call));
    return { webhooks: rows.map((row) => webhookRecordOf(row, nowOf(deps))) };
  };
}

/**
 * Creates a webhook, to which the chosen events of the account are sent from now on. Throws invalid_input and quota_exceeded.
 */
export function webhookCreate(deps: AccountDeps): ServiceCallHandler<typeof ACCOUNT.webhookCreate> {
  return async ({ url, events }, call) => {
    const accountId = ownerAccountOf(call);
    await demandAddress(deps, url);
    const secret = makeSecret();
    const now = nowOf(deps);
    const webhookId = deps.ids.make('wh');
    const sealed = await deps.secrets.seal(secret, { accountId, webhookId });
    const webhook = { webhookId, url, events, secret: sealed, now };
    const row = await changeWithJournalRow(deps, call, 'webhook_create', async (tx) => {
      let inserted: WebhookRow | undefined;
      for (let tries = 0; inserted === undefined && tries < INSERTS_MAX; tries += 1)
        inserted = await insertWebhook(tx, accountId, webhook);
      if (inserted !== undefined) return inserted;
      const max = LIMITS.webhooksPerAccountMax;
      throw new BridgeError('quota_exceeded', { quota: 'webhooks', max });
    });
    return { webhook: webhookRecordOf(row, now), secret };
  };
}

/** Changes the address, the events or the state (active or paused) of a webhook. Throws invalid_input and not_found. */
export function webhookChange(deps: AccountDeps): ServiceCallHandler<typeof ACCOUNT.webhookChange> {
  return async ({ webhook_id, url = null, events = null, state = null }, call) => {
    const accountId = ownerAccountOf(call);
    if (url !== null) await demandAddress(deps, url);
    const now = nowOf(deps);
    const row = await changeWithJournalRow(deps, call, 'webhook_change', async (tx) =>
      demandRow(await updateWebhook(tx, accountId, webhook_id, { url, events, state, now })),
    );
    deps.wakeSender(accountId);
    return { webhook: webhookRecordOf(row, now) };
  };
}

/**
 * Replaces the secret with which the messages to a webhook are signed. For 24 hours they are signed with both the new and the
 * old secret. Throws not_found.
 */
export function webhookRotate(deps: AccountDeps): ServiceCallHandler<typeof ACCOUNT.webhookRotate> {
  return async ({ webhook_id }, call) => {
    const accountId = ownerAccountOf(call);
    const now = nowOf(deps);
    const until = new Date(now.getTime() + LIMITS.webhookSecretOverlapHours * HOUR_MS);
    const secret = makeSecret();
    const sealed = await deps.secrets.seal(secret, { accountId, webhookId: webhook_id });
    const row = await changeWithJournalRow(deps, call, 'webhook_rotate', async (tx) =>
      demandRow(await replaceSecret(tx, accountId, webhook_id, { secret: sealed, now, until })),
    );
    return { webhook: webhookRecordOf(row, now), secret };
  };
}

/** Removes a webhook. Throws not_found. */
export function webhookDelete(deps: AccountDeps): ServiceCallHandler<typeof ACCOUNT.webhookDelete> {
  return async ({ webhook_id }, call) => {
    const accountId = ownerAccountOf(call);
    await changeWithJournalRow(deps, call, 'webhook_delete', async (tx) => {
      if (!(await removeWebhook(tx, accountId, webhook_id))) throw new BridgeError('not_found', {});
    });
    return {};
  };
}

/** Sends the event `webhook.test` to a webhook once, without retries, and returns the outcome. Throws not_found. */
export function webhookTest(deps: AccountDeps): ServiceCallHandler<typeof ACCOUNT.webhookTest> {
  return async ({ webhook_id }, call) => {
    const accountId = ownerAccountOf(call);
    const now = nowOf(deps);
    const target = demandRow(await findTarget(deps.db, accountId, webhook_id, now));
    const body = { type: 'webhook.test', timestamp: now.toISOString(), data: { webhook_id } };
    const envelope = { id: deps.ids.make('msg_test'), body: JSON.stringify(body) };
    const outcome = await attemptDelivery(
      { ...deps, signal: deps.stopping, now },
      target,
      envelope,
    );
    return { delivered: outcome.error === null, ...outcome };
  };
}
