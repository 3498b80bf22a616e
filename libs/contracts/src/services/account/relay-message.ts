import { z } from 'zod';
import { idempotencyKey } from '../../common.ts';
import { defineAction } from '../../define.ts';
import {
  messageId,
  messageParty,
  messageRecord,
  messageRef,
  messageText,
} from './message-record.ts';

export const relayMessage = defineAction({
  name: 'relay.message',
  kind: 'add',
  set: 'none',
  aliases: ['relay.send', 'messages.send'],
  purpose:
    'Sends a message to the owner or to another agent of the account, whose key must have the scope relay.inbox. It is delivered at least once and kept for 30 days. Scope relay.message. Likely errors: recipient_not_found, quota_exceeded (1,000 messages wait for this reader).',
  input: z.strictObject({
    to: messageParty.describe('owner, or key:<key_id> of another key of the account.'),
    text: messageText,
    ref: messageRef.optional(),
    reply_to: messageId.optional().describe('Id of the message that this one answers.'),
    idempotency_key: idempotencyKey,
  }),
  output: z.strictObject({ message: messageRecord }),
  errors: ['recipient_not_found', 'quota_exceeded'],
  example: {
    to: 'owner',
    text: 'The draft is ready. Shall I publish it?',
    ref: { page_id: 42, revision: 7 },
    idempotency_key: 'message-42-7',
  },
});
