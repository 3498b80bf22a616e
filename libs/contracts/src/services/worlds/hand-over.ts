import { z } from 'zod';
import { accountId, idempotencyKey, isoTime, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { worldRole } from '../../records.ts';

export const handOver = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Offers a World to one of its members or, with null, ends the offer; founder only, in person. Nothing changes before the member accepts.',
  input: z.object({ word, member: accountId.nullable(), idempotency_key: idempotencyKey }),
  output: z.object({ word, handed_to: accountId.nullable() }),
});

export const handOverAnswer = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Accepts or declines a World that its founder offers to the calling account; the former founder stays as a contributor. Both accounts get a journal row for an acceptance.',
  input: z.object({ word, accept: z.boolean() }),
  output: z.object({ role: worldRole.nullable() }),
});

export const worldsHome = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose:
    'Reads the part of the owner’s home screen about Worlds: how many the account founded, and which are offered to it.',
  input: z.object({}),
  output: z.object({
    founded: z.int().nonnegative(),
    offers: z
      .array(z.object({ word, title: z.string(), founder: accountId, at: isoTime }))
      .max(LIMITS.worldOffersShownMax),
  }),
});
