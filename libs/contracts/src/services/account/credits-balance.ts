import { z } from 'zod';
import { defineAction } from '../../define.ts';

const credits = z.int().nonnegative();

export const creditsBalance = defineAction({
  name: 'credits.balance',
  kind: 'read',
  set: 'none',
  purpose:
    'Tells the credits of the account, which its owner holds; a key gives no wallet. balance can be spent, held is set aside for paid calls in progress. Only pages.generate costs credits; everything else works without any. Scope credits.balance. Likely errors: rate_limited.',
  input: z.strictObject({}),
  output: z.strictObject({
    balance: credits.describe('Credits that can be spent, without those held.'),
    held: credits.describe('Credits set aside for paid calls in progress.'),
    unit: z.literal('credit'),
    owner: z.literal('account'),
    spent_30d: credits.describe('Credits spent on the last 30 days in UTC, refunds taken off.'),
    costs: z
      .strictObject({ 'pages.generate': z.int().positive() })
      .describe('Credits that one call of each paid action costs.'),
    low: z
      .boolean()
      .describe('True when the balance pays for fewer than 5 calls of pages.generate.'),
  }),
  errors: [],
  example: {},
});
