import { ACCOUNT, hintMessage } from '@bridge/contracts';
import { accountOf, sendHint, type Handler } from '@bridge/bus';
import type { AccountDeps } from '../deps.ts';
import { callerParty, messageRecordOf, storedParty } from '../message-record.ts';
import { sendMessage } from '../send-message.ts';

/**
 * Sends a message to the owner or to another key of the account, and wakes calls that wait for messages of that reader.
 */
export function relayMessage({ db, driver }: AccountDeps): Handler<typeof ACCOUNT.relayMessage> {
  return async ({ to, text, ref, reply_to, idempotency_key }, call) => {
    const accountId = accountOf(call);
    const sent = await db.change({
      callable: ACCOUNT.relayMessage,
      call,
      idempotencyKey: idempotency_key,
      plan: () => Promise.resolve(),
      apply: async (tx) => {
        const row = await sendMessage(tx, accountId, {
          writer: callerParty(call.ctx),
          reader: storedParty(to),
          text,
          ref,
          replyTo: reply_to,
        });
        return { result: { message: messageRecordOf(row) }, words: [] };
      },
    });
    // The hint is sent after a replay too: the process that stored the message may have ended before its hint.
    sendHint(driver, hintMessage, { account_id: accountId, to });
    return sent;
  };
}
