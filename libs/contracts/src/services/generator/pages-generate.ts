import { z } from 'zod';
import { idempotencyKey, title, word } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { websiteRecord } from '../../records.ts';

export const pagesGenerate = defineAction({
  name: 'pages.generate',
  kind: 'add',
  set: 'none',
  aliases: ['builder.generate', 'pages.create'],
  purpose:
    'Has a paid language model write a new private website from your prompt: a draft, never published. It costs credits of the account (credits.balance tells how many); a call that fails costs none. When it takes longer than 25 seconds the answer is outcome_unknown and the work goes on: send the same call with the same idempotency_key again to receive the draft. Use builder.create for HTML of your own, which costs nothing. Scope pages.generate. Likely errors: credits_exhausted, not_configured, provider_failed (credits given back), world_forbidden, outcome_unknown.',
  budget: 'publish',
  input: z.strictObject({
    word,
    title,
    prompt: z
      .string()
      .min(1)
      .max(LIMITS.generatePromptCharsMax)
      .describe('What the page is to show and how, 1 to 4,000 characters.'),
    idempotency_key: idempotencyKey,
  }),
  output: z.strictObject({
    website: websiteRecord,
    credits: z.strictObject({
      spent: z.int().positive(),
      balance: z.int().nonnegative().describe('Credits that can be spent afterwards.'),
    }),
    model: z.string().describe('The model that wrote the draft.'),
  }),
  errors: [
    'world_not_found',
    'world_forbidden',
    'key_world_not_allowed',
    'credits_exhausted',
    'quota_exceeded',
    'not_configured',
    'provider_failed',
    'outcome_unknown',
  ],
  example: {
    word: 'moonlit-press',
    title: 'Moonlit Press',
    prompt: 'A one-page site of a small letterpress studio in Lisbon, calm and dark.',
    idempotency_key: 'generate-moonlit-1',
  },
});
