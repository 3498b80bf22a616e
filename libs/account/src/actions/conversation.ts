import type { ACCOUNT } from '@bridge/contracts';
import { accountOf, type ServiceCallHandler } from '@bridge/bus';
import { BridgeError } from '@bridge/kernel';
import type { AccountDeps } from '../deps.ts';
import { fittingRows, messageRecordOf, storedParty } from '../message-record.ts';
import { countWaiting, listMessages } from '../message.store.ts';

/** Lists the messages of an account for its owner, newest first. */
export function conversation({ db }: AccountDeps): ServiceCallHandler<typeof ACCOUNT.conversation> {
  return async ({ with: party, before, limit }, call) => {
    if (call.ctx.key_id !== null) throw new BridgeError('session_required', {});
    const accountId = accountOf(call);
    const [rows, waiting] = await Promise.all([
      listMessages(db, accountId, {
        party: party === null ? null : storedParty(party),
        before: before ?? Number.MAX_SAFE_INTEGER,
        limit: limit + 1,
      }),
      countWaiting(db, { accountId, reader: 'owner' }),
    ]);
    const page = fittingRows(rows, limit);
    return {
      messages: page.map((row) => ({ ...messageRecordOf(row), acknowledged: row.acknowledged })),
      waiting,
      next: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
    };
  };
}
