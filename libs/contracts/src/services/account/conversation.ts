import { z } from 'zod';
import { idempotencyKey, isoTime, keyId } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import {
  messageId,
  messageParty,
  messageRecord,
  messageRef,
  messageText,
  sessionId,
} from './message-record.ts';

export const conversation = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose:
    'Lists the messages of an account for its owner, newest first: all of them, or those between the owner and one key.',
  input: z.object({
    with: messageParty.nullable(),
    before: messageId.nullable(),
    limit: z.int().min(1).max(LIMITS.listLimitMax),
  }),
  output: z.object({
    messages: z.array(messageRecord.extend({ acknowledged: z.boolean() })),
    waiting: z.int().nonnegative(),
    next: messageId.nullable(),
  }),
});

export const ownerMessage = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose: 'Sends a message of the owner to a key, or to the agent of a paired session.',
  input: z
    .object({
      to: messageParty.optional(),
      session_id: z.string().max(LIMITS.sessionIdCharsMax).optional(),
      text: messageText,
      ref: messageRef.optional(),
      reply_to: messageId.optional(),
      idempotency_key: idempotencyKey,
    })
    .refine((input) => (input.to === undefined) !== (input.session_id === undefined), {
      error: 'must have either to or session_id',
    }),
  output: z.object({ message: messageRecord }),
});

export const pairingOpen = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Opens a paired session for one agent and returns its code, of which only a hash is stored. Each call opens another session.',
  input: z.object({}),
  output: z.object({ session_id: sessionId, code: z.string(), expires_at: isoTime }),
});

export const pairingEnd = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose: 'Ends a paired session for its owner. A repeated call changes nothing.',
  input: z.object({ session_id: z.string().max(LIMITS.sessionIdCharsMax) }),
  output: z.object({ changed: z.boolean() }),
});

export const pairings = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose: 'Lists the paired sessions of an account that are open or wait for an agent.',
  input: z.object({}),
  output: z.object({
    sessions: z.array(
      z.object({
        session_id: sessionId,
        /** Id of the key of the agent in the paired session; null until an agent joins the session. */
        key_id: keyId.nullable(),
        opened_at: isoTime,
        joined_at: isoTime.nullable(),
        expires_at: isoTime,
      }),
    ),
  }),
});
