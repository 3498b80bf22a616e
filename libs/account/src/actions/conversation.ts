import type { ACCOUNT } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import type { AccountDeps } from '../deps.ts';
import { fittingRows, messageRecordOf, storedParty } from '../message-record.ts';
import { countWaiting, listMessages } from '../message.store.ts';
import { ownerAccountOf } from '../owner-account-of.ts';

/**
 * Lists the messages of an account (between owner and agents, and between agents) for the owner, newest first. If `with` is a
 * key, lists only those between this key and the owner.
 */
export function conversation({ db }: AccountDeps): ServiceCallHandler<typeof ACCOUNT.conversation> {
  return async ({ with: party, before, limit }, call) => {
    const accountId = ownerAccountOf(call);
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
