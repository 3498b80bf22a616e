import { LIMITS, type ACCOUNT, type WireInput, type WireOutput } from '@bridge/contracts';
import {
  append,
  claimKey,
  findKey,
  LockedIdempotencyKeyError,
  releaseKey,
  replayOf,
  withTwins,
  type TransactionHandle,
} from '@bridge/db';
import { accountOf, type ServiceCallHandler, type ServiceCallContext } from '@bridge/bus';
import { BridgeError, failpoint } from '@bridge/kernel';
import { markLowBalance } from '../balance.store.ts';
import { placeHold, releaseHold, takeOverHold } from '../credits/hold.store.ts';
import type { AccountDeps } from '../deps.ts';

/** The input of account.credits_hold: the paid call for which credits are to be set aside. */
type CreditHoldInput = WireInput<typeof ACCOUNT.creditsHold>;

/**
 * The result of account.credits_hold: the hold (credits set aside for the call), or the stored response of an earlier identical
 * call.
 */
type CreditHoldReply = WireOutput<typeof ACCOUNT.creditsHold>;

/**
 * Appends the journal row `credits.low` when a hold (credits set aside) brings the balance below the limit. It is appended only
 * once until credits are added again. The statement that placed the hold has locked the balance. Spec: webhooks.credits-low.
 */
async function recordLowBalance(
  tx: TransactionHandle,
  accountId: string,
  spent: number,
  requestId: string,
): Promise<void> {
  const low = LIMITS.creditsLowCalls * spent;
  if (!(await markLowBalance(tx, accountId, { low, spent }))) return;
  const nothing = { keyId: null, pageId: null, word: null, revBefore: null, revAfter: null };
  const note = { action: 'credits.low', actor: 'system', surface: 'system', requestId };
  await append(tx, { accountId, ...note, ...nothing });
}

/**
 * Claims the idempotency key of a paid call and sets its price aside (a hold). Returns null when a concurrent identical call
 * has claimed the key. Throws credits_exhausted.
 */
async function beginHold(
  { db, ids, generateCost }: AccountDeps,
  { action, idempotency_key: key }: CreditHoldInput,
  call: ServiceCallContext,
  fp: string,
): Promise<CreditHoldReply | null> {
  const accountId = accountOf(call);
  const holdId = ids.make('hold');
  const options = { deadline: call.deadline, failpoints: 'credits-hold' };
  return db.transaction(options, async (tx) => {
    if (!(await claimKey(tx, { accountId, key }, { action, fp, publicationId: holdId })))
      return null;
    await failpoint('credits-hold.after-claim');
    const held = await placeHold(tx, { accountId, holdId, key, action, amount: generateCost });
    if (held === undefined) throw new BridgeError('credits_exhausted', {});
    await recordLowBalance(tx, accountId, held.amount, call.requestId);
    return { state: 'go' as const, ...held };
  });
}

/**
 * Claims the idempotency key of a paid call and sets its price aside (a hold), or returns the stored response.
 * Spec: credits.hold.
 */
export function creditsHold(deps: AccountDeps): ServiceCallHandler<typeof ACCOUNT.creditsHold> {
  const { db, clock } = deps;
  return async (input, call) => {
    const { fp } = call;
    if (fp === undefined)
      throw new BridgeError('internal', {}, { cause: 'a hold without a fingerprint' });
    const accountId = accountOf(call);
    const keyOf = { accountId, key: input.idempotency_key };
    let pending: string | null = null;
    // The bus sends a request again when no reply arrives, so a second copy of this request may have waited for the first one.
    // If the first copy failed, the second one must not hold credits: the caller has already received that failure.
    // A wait for the locked row of the balance is no reason to refuse.
    let hasTwin = false;
    const begin = async (): Promise<CreditHoldReply | null> => {
      try {
        const hold = await beginHold(deps, input, call, fp);
        hasTwin = hold === null;
        return hold;
      } catch (error) {
        hasTwin = error instanceof LockedIdempotencyKeyError;
        throw error;
      }
    };
    return withTwins<CreditHoldReply>(
      clock,
      Math.min(call.deadline, clock.now() + LIMITS.twinWaitMs),
      {
        findStored: async () => {
          const used = await findKey(db, keyOf);
          pending = used?.publication_id ?? null;
          if (used === undefined) return null;
          const response = replayOf(used, { fp, worlds: call.ctx.worlds });
          return response === null ? null : { state: 'replay', response };
        },
        attempt: async () => {
          if (pending === null && hasTwin)
            throw new BridgeError('idempotency_in_progress', {}, { retryAfterS: 1 });
          if (pending === null) return begin();
          const taken = await takeOverHold(db, accountId, pending);
          return taken === undefined ? null : { state: 'go', ...taken };
        },
      },
    );
  };
}

/**
 * Releases the credits that were set aside for one attempt of a paid call and frees its idempotency key. Returns
 * `released: false` when the attempt is not the current one or its hold has ended.
 */
export function creditsRelease({
  db,
}: AccountDeps): ServiceCallHandler<typeof ACCOUNT.creditsRelease> {
  return async ({ hold_id: holdId, attempt }, call) => {
    const accountId = accountOf(call);
    const options = { deadline: call.deadline, failpoints: 'credits-release', waitForLocks: true };
    const released = await db.transaction(options, async (tx) => {
      const key = await releaseHold(tx, accountId, { holdId, attempt });
      if (key !== undefined) await releaseKey(tx, { accountId, key });
      return key !== undefined;
    });
    return { released };
  };
}
