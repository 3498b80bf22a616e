import { z } from 'zod';
import { idempotencyKey, isoTime, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';

export const dashboardSet = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  budget: 'change',
  purpose: 'Sets title and text of a World’s dashboard; founder only, idempotent by state.',
  input: z.object({
    word,
    title: z.string().max(LIMITS.dashboardTitleCharsMax),
    text: z.string().max(LIMITS.dashboardTextCharsMax),
  }),
  output: z.object({ changed: z.boolean() }),
});

export const listedSet = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  budget: 'change',
  purpose: 'Puts a World into the public overview or leaves it out; founder only, in person.',
  input: z.object({ word, listed: z.boolean(), idempotency_key: idempotencyKey }),
  output: z.object({ word, listed: z.boolean() }),
});

export const dashboard = defineMessage({
  callers: ['sites'],
  callClass: 'public',
  budget: 'read',
  purpose: 'Tells the public facts of a World; null when nobody founded it.',
  input: z.object({ word }),
  output: z.object({
    world: z
      .object({
        word,
        title: z.string(),
        text: z.string(),
        founded_at: isoTime,
        suspended: z.boolean(),
      })
      .nullable(),
  }),
});
