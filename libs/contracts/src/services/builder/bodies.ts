import { z } from 'zod';
import { expectedRevision, idempotencyKey, pageId, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';

/** Key of an object that the gateway stores for one call: `body/<id>` for a page, `ingest/<id>` for a text that is read once. */
const callObject = z.string().regex(/^(?:body|ingest)\/[a-z0-9]{26}$/);

const admitted = {
  idempotency_key: idempotencyKey,
  object: callObject,
  bytes: z.int().positive(),
};
const guarded = { page_id: pageId, expected_revision: expectedRevision };

export const admit = defineMessage({
  callers: ['gateway'],
  // It changes no website: a caller without an answer may send the call again.
  lane: 'read',
  budget: 'read',
  purpose:
    'Checks a call with a large body before the body is stored: replay, page, right, revision, quota. Counts the bytes against the account until the body is adopted or discarded.',
  input: z.discriminatedUnion('action', [
    z.object({ action: z.literal('builder.create'), word, ...admitted }),
    z.object({ action: z.literal('builder.patch'), ...guarded, ...admitted }),
    z.object({ action: z.literal('builder.layers_put'), ...guarded, ...admitted }),
  ]),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('put') }),
    /** The call was done before: its stored result, as JSON. */
    z.object({ state: z.literal('replay'), response: z.record(z.string(), z.unknown()) }),
  ]),
});

export const discard = defineMessage({
  callers: ['gateway'],
  lane: 'change',
  budget: 'read',
  purpose:
    'Removes the stored body of a call that had no effect, or that was read and is not needed any more; an adopted body stays.',
  input: z.object({ object: callObject }),
  output: z.object({ discarded: z.boolean() }),
});
