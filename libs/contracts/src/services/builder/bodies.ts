import { z } from 'zod';
import { expectedRevision, idempotencyKey, pageId, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';

/**
 * Schema of the key of an object that the gateway stores for one call: `body/<id>` for a page, `ingest/<id>` for a text
 * that is read once.
 */
const callObject = z.string().regex(/^(?:body|ingest)\/[a-z0-9]{26}$/);

export const admit = defineMessage({
  callers: ['gateway'],
  // The message changes no website: a caller without an answer may send it again.
  callClass: 'read',
  budget: 'read',
  purpose:
    'Checks a call with a large body before the body is stored: replay, page, right, revision, quota. Counts the bytes against the account until the body is adopted or discarded.',
  input: z.object({
    /** Name of the action or message that sends the body. */
    action: z.string().max(64),
    /** Absent for unsaved edits, which are no effect. */
    idempotency_key: idempotencyKey.optional(),
    object: callObject,
    bytes: z.int().positive(),
    // Members of the call's input that decide whether the body is admitted; each member that is present is checked.
    page_id: pageId.optional(),
    expected_revision: expectedRevision.optional(),
    word: word.optional(),
  }),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('put') }),
    /** An earlier, identical call was done: its stored result, as JSON. */
    z.object({ state: z.literal('replay'), response: z.record(z.string(), z.unknown()) }),
  ]),
});

export const discard = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  budget: 'read',
  purpose:
    'Removes the stored body of a call that had no effect, or that was read and is not needed any more; an adopted body stays.',
  input: z.object({ object: callObject }),
  output: z.object({ discarded: z.boolean() }),
});
