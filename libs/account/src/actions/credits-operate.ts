import type { ACCOUNT } from '@bridge/contracts';
import type { ServiceCallHandler } from '@bridge/bus';
import { grantCredits, refundCredits } from '../credits/operate-credits.ts';
import type { AccountDeps } from '../deps.ts';

/** Adds credits to an account. A second call with the same reference (`ref`) changes nothing. */
export function creditsGrant({ db }: AccountDeps): ServiceCallHandler<typeof ACCOUNT.creditsGrant> {
  return async ({ account_id, ...grant }, { ctx, requestId }) =>
    grantCredits(db, account_id, grant, { surface: ctx.surface, requestId });
}

/** Gives the credits of a captured (spent) hold back to the account. A second refund of the same hold changes nothing. */
export function creditsRefund({
  db,
}: AccountDeps): ServiceCallHandler<typeof ACCOUNT.creditsRefund> {
  return async ({ account_id, hold_id }, { ctx, requestId }) =>
    refundCredits(db, account_id, hold_id, { surface: ctx.surface, requestId });
}
