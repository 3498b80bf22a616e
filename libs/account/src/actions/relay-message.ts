import { ACCOUNT, hintMessage } from '@bridge/contracts';
import { accountOf, sendHint, type ServiceCallHandler } from '@bridge/bus';
import type { AccountDeps } from '../deps.ts';
import { callerParty, messageRecordOf, storedParty } from '../message-record.ts';
import { sendMessage } from '../send-message.ts';

/**
 * Sends a message to the owner or to the agent of another key of the account. A hint on the bus then ends the long polling of
 * calls that wait for messages to this reader.
 */
export function relayMessage({
  db,
  driver,
}: AccountDeps): ServiceCallHandler<typeof ACCOUNT.relayMessage> {
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
    // A repeated call sends the hint too: the process that stored the message may have ended before it sent the hint.
    sendHint(driver, hintMessage, { account_id: accountId, to });
    return sent;
  };
}
