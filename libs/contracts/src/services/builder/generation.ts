import { z } from 'zod';
import { bodyRef } from '../../body-ref.ts';
import { idempotencyKey, title, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { holdId } from '../account/credits.ts';
import { pagesGenerate } from '../generator/pages-generate.ts';

export const generateAdmit = defineMessage({
  callers: ['generator'],
  callClass: 'read',
  purpose:
    'Checks that a generated draft can be created in a World, or returns the stored response of an earlier call.',
  input: z.object({ word, idempotency_key: idempotencyKey }),
  output: z.discriminatedUnion('state', [
    z.object({ state: z.literal('replay'), response: pagesGenerate.output }),
    z.object({ state: z.literal('free') }),
  ]),
});

export const generateCommit = defineMessage({
  callers: ['generator'],
  callClass: 'change',
  purpose:
    'Creates the draft and captures its credit hold in one transaction; a repeated call returns the stored response.',
  input: z.object({
    hold_id: holdId,
    attempt: z.int().positive(),
    word,
    title,
    raw_html: bodyRef,
    model: z.string().min(1).max(LIMITS.generateModelCharsMax),
    idempotency_key: idempotencyKey,
  }),
  output: pagesGenerate.output,
});
