import type { ACCOUNT } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { append, journalEntry } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { ownerAccountOf } from '../owner-account-of.ts';
import type { AccountDeps } from '../deps.ts';
import { listDeliveries, requestDeliveries } from '../webhooks/delivery.store.ts';
import { seqOfDelivery } from '../webhooks/envelope.ts';
import { nowOf } from '../webhooks/webhook-deps.ts';
import { deliveryRecordOf } from '../webhooks/webhook-record.ts';
import { makeDueNow, findTarget } from '../webhooks/webhook.store.ts';

/** Lists the deliveries of a webhook (the events that were sent to it), newest first. Throws not_found. */
export function webhookDeliveries(
  deps: AccountDeps,
): ServiceCallHandler<typeof ACCOUNT.webhookDeliveries> {
  return async ({ webhook_id, before, limit }, call) => {
    const at = { accountId: ownerAccountOf(call), webhookId: webhook_id };
    if ((await findTarget(deps.db, at.accountId, webhook_id, nowOf(deps))) === undefined)
      throw new BridgeError('not_found', {});
    const rows = await listDeliveries(deps.db, at, before, limit + 1);
    const shown = rows.slice(0, limit);
    return {
      deliveries: shown.map((row) => deliveryRecordOf(webhook_id, row)),
      next: rows.length > limit ? (shown.at(-1)?.seq ?? null) : null,
    };
  };
}

/**
 * Marks past deliveries (events that were sent to a webhook) to be sent again; the webhook sender then sends them in order.
 * Throws not_found. Spec: webhooks.repeat.
 */
export function webhookRedeliver(
  deps: AccountDeps,
): ServiceCallHandler<typeof ACCOUNT.webhookRedeliver> {
  return async ({ webhook_id, ids, since }, call) => {
    const accountId = ownerAccountOf(call);
    const at = { accountId, webhookId: webhook_id };
    const seqs = ids?.map(seqOfDelivery) ?? null;
    const from = since === null ? null : new Date(since);
    const options = { deadline: call.deadline, waitForLocks: true };
    const requested = await deps.db.transaction(options, async (tx) => {
      if (!(await makeDueNow(tx, accountId, webhook_id, nowOf(deps))))
        throw new BridgeError('not_found', {});
      const marked = await requestDeliveries(tx, at, { seqs, since: from });
      await append(tx, journalEntry(call, accountId, 'account.webhook_redeliver', {}));
      return marked;
    });
    deps.wakeSender(accountId);
    return { requested };
  };
}
