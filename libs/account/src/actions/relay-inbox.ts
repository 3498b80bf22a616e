import type { ACCOUNT } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import type { AccountDeps } from '../deps.ts';
import { callerParty, fittingRows, messageRecordOf } from '../message-record.ts';
import { ackMessages, countWaiting, listWaiting } from '../message.store.ts';

/**
 * Acknowledges the given messages to the caller, then lists the messages that the caller has not acknowledged. Returns at once;
 * the gateway does the long polling.
 */
export function relayInbox({ db }: AccountDeps): ServiceCallHandler<typeof ACCOUNT.relayInbox> {
  return async ({ limit, after_id: afterId, ack_ids: ackIds }, call) => {
    const reader = { accountId: accountOf(call), reader: callerParty(call.ctx) };
    if (ackIds.length > 0)
      await db.transaction({ deadline: call.deadline, waitForLocks: true }, (tx) =>
        ackMessages(tx, reader, ackIds),
      );
    const waiting = await countWaiting(db, reader);
    const rows = waiting === 0 ? [] : await listWaiting(db, reader, { afterId, limit: limit + 1 });
    const page = fittingRows(rows, limit);
    return {
      messages: page.map(messageRecordOf),
      waiting,
      next_after_id: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
    };
  };
}
