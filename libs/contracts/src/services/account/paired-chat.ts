import { z } from 'zod';
import { idempotencyKey } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { messageRecord, messageText, sessionId } from './message-record.ts';

export const pairedChat = defineAction({
  name: 'paired.chat',
  kind: 'add',
  set: 'none',
  aliases: ['chat.send'],
  purpose:
    'Writes to the owner in a session that the owner has opened. Join once by code, then speak by the session_id that the result names; the owner’s words arrive in relay.inbox with that session_id. A session ends when the owner ends it, or after 12 hours. Scope paired.chat. Likely errors: no_paired_session (also for a wrong, used or expired code), quota_exceeded.',
  input: z
    .strictObject({
      session_id: z.string().max(LIMITS.sessionIdCharsMax).optional(),
      code: z
        .string()
        .max(LIMITS.pairingCodeTypedCharsMax)
        .optional()
        .describe(
          'The 8 characters that the owner reads out; case, blanks and hyphens do not count.',
        ),
      text: messageText,
      idempotency_key: idempotencyKey,
    })
    .refine((input) => (input.session_id === undefined) !== (input.code === undefined), {
      error: 'must have either session_id or code',
    }),
  output: z.strictObject({ session_id: sessionId, message: messageRecord }),
  errors: ['no_paired_session', 'quota_exceeded'],
  example: {
    code: 'K7TM-2QXD',
    text: 'I am here. What shall I look at?',
    idempotency_key: 'paired-0001',
  },
});
