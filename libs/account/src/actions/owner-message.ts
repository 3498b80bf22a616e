import { ACCOUNT, hintMessage, type WireInput } from '@bridge/contracts';
import { sendHint, type ServiceCallHandler } from '@bridge/bus';
import type { SqlStatementRunner } from '@bridge/db';
import { BridgeError, ReplayedResult } from '@bridge/kernel';
import type { AccountDeps } from '../deps.ts';
import { messageRecordOf, storedParty } from '../message-record.ts';
import { ownerAccountOf } from '../owner-account-of.ts';
import { holdSession } from '../pairing.store.ts';
import { sendMessage } from '../send-message.ts';

/** The input of the message with which an owner writes to an agent. */
type OwnerMessageInput = WireInput<typeof ACCOUNT.ownerMessage>;

async function readerOf(
  tx: SqlStatementRunner,
  accountId: string,
  { to, session_id: sessionId }: OwnerMessageInput,
): Promise<string> {
  if (sessionId === undefined) return storedParty(to ?? '');
  const keyId = await holdSession(tx, accountId, sessionId, null);
  if (keyId === undefined) throw new BridgeError('no_paired_session', {});
  return keyId;
}

/** Sends a message of the owner to the agent that uses a key, or to the agent of a paired session. */
export function ownerMessage({
  db,
  driver,
}: AccountDeps): ServiceCallHandler<typeof ACCOUNT.ownerMessage> {
  return async (input, call) => {
    const accountId = ownerAccountOf(call);
    const { text, ref, reply_to: replyTo, session_id: sessionId } = input;
    const sent = await db.change({
      callable: ACCOUNT.ownerMessage,
      call,
      idempotencyKey: input.idempotency_key,
      plan: () => Promise.resolve(),
      apply: async (tx) => {
        const reader = await readerOf(tx, accountId, input);
        const message = { writer: 'owner', reader, text, ref, replyTo, sessionId };
        const row = await sendMessage(tx, accountId, message);
        return { result: { message: messageRecordOf(row) }, words: [] };
      },
    });
    const { message } = sent instanceof ReplayedResult ? sent.result : sent;
    sendHint(driver, hintMessage, { account_id: accountId, to: message.to });
    return sent;
  };
}
