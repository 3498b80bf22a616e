import { z } from 'zod';
import { expectedRevision, idempotencyKey, pageId, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';

/**
 * Schema of the name of the blob-store object that stores a large text of one call: `body/<id>` when the service keeps the
 * object, `ingest/<id>` when it reads the text once.
 */
const callObject = z.string().regex(/^(?:body|ingest)\/[a-z0-9]{26}$/);

export const admit = defineMessage({
  callers: ['gateway'],
  // This message changes no website, so it is sent as a read: a caller that receives no answer may repeat it.
  callClass: 'read',
  purpose:
    'Checks a call with a large body before the body is stored: replay, page, right, revision, quota. Counts the bytes against the account until the body is adopted or discarded.',
  input: z.object({
    /** Name of the action or message whose input contains the large text. */
    action: z.string().max(64),
    /** Absent for unsaved edits, which have no idempotency key. */
    idempotency_key: idempotencyKey.optional(),
    object: callObject,
    bytes: z.int().positive(),
    // The members below come from the call's input; each present member is checked before the text is stored.
    page_id: pageId.optional(),
    expected_revision: expectedRevision.optional(),
    word: word.optional(),
  }),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('put') }),
    /** A call with this idempotency key was done before; `response` is the stored result of that call. */
    z.object({ state: z.literal('replay'), response: z.record(z.string(), z.unknown()) }),
  ]),
});

export const discard = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  budget: 'read',
  purpose:
    'Removes the stored body of a call that had no effect, or whose body was read and is not needed any more; an adopted body stays.',
  input: z.object({ object: callObject }),
  output: z.object({ discarded: z.boolean() }),
});
