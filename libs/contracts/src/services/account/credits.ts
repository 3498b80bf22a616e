import { z } from 'zod';
import { accountId, idempotencyKey } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';

/**
 * Schema of the id of a credit hold: credits set aside for one paid call. Entries of the credit ledger about the hold have
 * this id as their reference.
 */
export const holdId = z.string().regex(/^hold_[0-9a-z]{26}$/);
const amount = z.int().min(1).max(LIMITS.creditsEntryMax);
const creditCount = z.int().nonnegative();
/**
 * Schema of an account’s credits after an entry was added to the ledger: balance and held credits. `unchanged` is true when
 * the entry existed before the call.
 */
const booked = z.object({ balance: creditCount, held: creditCount, unchanged: z.boolean() });

export const creditsHold = defineMessage({
  callers: ['generator'],
  callClass: 'change',
  purpose:
    'Claims the idempotency key of a paid call and holds its price under a lease, or returns the stored response of an earlier call.',
  input: z.object({ action: z.literal('pages.generate'), idempotency_key: idempotencyKey }),
  output: z.discriminatedUnion('state', [
    z.object({
      state: z.literal('replay'),
      /** The stored result of the earlier call with this idempotency key, as JSON text. */
      response: z.string(),
    }),
    z.object({
      state: z.literal('go'),
      hold_id: holdId,
      /** Number of this attempt at the paid call; only the newest attempt may spend the held credits. */
      attempt: z.int().positive(),
      amount,
    }),
  ]),
});

export const creditsRelease = defineMessage({
  callers: ['generator'],
  callClass: 'change',
  purpose:
    'Releases the credits of a hold and frees its idempotency key; a later capture by this attempt is refused.',
  input: z.object({ hold_id: holdId, attempt: z.int().positive() }),
  output: z.object({ released: z.boolean() }),
});

export const creditsGrant = defineMessage({
  callers: ['ctl'],
  callClass: 'change',
  purpose: 'Adds credits to an account; a second grant with the same reference changes nothing.',
  input: z.object({
    account_id: accountId,
    amount,
    ref: z.string().min(1).max(LIMITS.creditsRefCharsMax),
  }),
  output: booked,
});

export const creditsRefund = defineMessage({
  callers: ['ctl'],
  callClass: 'change',
  purpose: 'Refunds the spent credits of a captured hold; a second refund changes nothing.',
  input: z.object({ account_id: accountId, hold_id: holdId }),
  output: booked,
});
