import { z } from 'zod';
import { expectedRevision, idempotencyKey, pageId, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';

/** Key of an object that the gateway stores for one call: `body/<id>` for a page, `ingest/<id>` for a text that is read once. */
const callObject = z.string().regex(/^(?:body|ingest)\/[a-z0-9]{26}$/);

export const admit = defineMessage({
  callers: ['gateway'],
  // It changes no website: a caller without an answer may send the call again.
  callClass: 'read',
  budget: 'read',
  purpose:
    'Checks a call with a large body before the body is stored: replay, page, right, revision, quota. Counts the bytes against the account until the body is adopted or discarded.',
  input: z.object({
    /** Name of the action or message that brings the body. */
    action: z.string().max(64),
    /** Missing for unsaved edits, which are no effect. */
    idempotency_key: idempotencyKey.optional(),
    object: callObject,
    bytes: z.int().positive(),
    // Members of its input that decide whether it may pass: each that is there is checked.
    page_id: pageId.optional(),
    expected_revision: expectedRevision.optional(),
    word: word.optional(),
  }),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('put') }),
    /** The call was done before: its stored result, as JSON. */
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
