import { LIMITS } from '@bridge/contracts';
import type { SqlStatementRunner } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { partyOf } from './message-record.ts';
import {
  insertMessage,
  isReader,
  takeMessageId,
  type MailboxMessageRow,
  type NewMailboxMessage,
} from './message.store.ts';

/**
 * Stores a message in the caller’s transaction. Throws recipient_not_found, with the same details for an unknown reader as for
 * one that may not receive messages, and quota_exceeded when too many messages wait for the reader.
 */
export async function sendMessage(
  tx: SqlStatementRunner,
  accountId: string,
  message: NewMailboxMessage,
): Promise<MailboxMessageRow> {
  const id = await takeMessageId(tx, accountId);
  const row = await insertMessage(tx, accountId, id, message);
  if (row !== undefined) return row;
  const { reader } = message;
  if (!(await isReader(tx, { accountId, reader })))
    throw new BridgeError('recipient_not_found', { to: partyOf(reader) });
  const max = LIMITS.messagesWaitingMax;
  throw new BridgeError('quota_exceeded', { quota: 'messages that wait for one reader', max });
}
