import { LIMITS, type CallPrincipal } from '@bridge/contracts';
import { BridgeError, counter, failpoint, ReplayedResult } from '@bridge/kernel';
import type { z } from 'zod';
import {
  claimKey,
  findKey,
  replayOf,
  settleKey,
  type AccountIdempotencyKey,
} from './effect/idempotency.ts';
import { append, type JournalEntry, type TransactionHandle } from './effect/journal.ts';
import type { SqlStatementRunner } from './statement-runner.ts';
import { transaction, type TransactionDependencies } from './transaction.ts';
import { withTwins } from './with-twins.ts';

const replays = counter('replays', 'Calls answered with the stored result of an earlier one.', [
  'action',
] as const);

/**
 * The call that makes a change: its caller, fingerprint (hash of the input), request id and deadline (ms since the Unix epoch).
 */
export interface ChangeCallContext {
  readonly ctx: CallPrincipal;
  readonly fp: string | undefined;
  readonly requestId: string;
  readonly deadline: number;
}

/** What `apply` returns: the result of the change, and the values for its row in the journal (the audit log). */
export interface ChangeResultWithJournalFields<R> {
  readonly result: R;
  /** Name of the action in the journal (the audit log); default: the name of `callable`. */
  readonly action?: string;
  /**
   * Words (unique names) of the affected Worlds (public identities). An agent key that is limited to some Worlds may receive
   * the stored result only when it may use all of these.
   */
  readonly words: readonly string[];
  readonly pageId?: number;
  /** Id of the agent key that the journal row (audit log) names; default: the key of the call. */
  readonly keyId?: string;
  readonly word?: string;
  readonly revBefore?: number;
  readonly revAfter?: number;
}

/**
 * A change that is applied once per idempotency key. `plan` reads, computes and stores large texts outside a transaction.
 * `apply` writes in one short transaction of at most six statements, each of which checks its own preconditions.
 */
export interface IdempotentChange<P, R> {
  /** The action, such as `BUILDER.patch`. Its output schema validates the result before it is stored. */
  readonly callable: { readonly name: string; readonly wireOutput: z.ZodType<R> };
  readonly call: ChangeCallContext;
  readonly idempotencyKey: string;
  readonly plan: () => Promise<P>;
  readonly apply: (tx: TransactionHandle, plan: P) => Promise<ChangeResultWithJournalFields<R>>;
}

/** Returns the actor of a call for the journal (the audit log): the id of the agent key, or `owner`. */
export function actorOf(ctx: CallPrincipal): string {
  return ctx.key_id ?? 'owner';
}

/** Makes the journal row (entry of the audit log) for the change that this call made. */
export function journalEntry(
  call: ChangeCallContext,
  accountId: string,
  action: string,
  applied: Omit<ChangeResultWithJournalFields<unknown>, 'result' | 'words' | 'action'>,
): JournalEntry {
  return {
    accountId,
    action,
    actor: actorOf(call.ctx),
    keyId: applied.keyId ?? call.ctx.key_id,
    surface: call.ctx.surface,
    pageId: applied.pageId ?? null,
    word: applied.word ?? null,
    revBefore: applied.revBefore ?? null,
    revAfter: applied.revAfter ?? null,
    requestId: call.requestId,
  };
}

/**
 * The dependencies of `change`, which applies a change once per idempotency key. `reads` throws a BridgeError with a code of
 * the error catalogue when the database is unavailable.
 */
export interface ChangeDependencies extends TransactionDependencies {
  readonly reads: SqlStatementRunner;
}

/** Runs the transaction of a change once. Returns null when another call has already used the idempotency key. */
async function applyOnce<P, R>(
  deps: ChangeDependencies,
  { call, callable, apply }: IdempotentChange<P, R>,
  { fp, ...keyOf }: AccountIdempotencyKey & { readonly fp: string },
  plan: P,
): Promise<R | null> {
  const options = { deadline: call.deadline, failpoints: 'change' };
  return transaction(deps, options, async (tx) => {
    if (!(await claimKey(tx, keyOf, { action: callable.name, fp }))) return null;
    await failpoint('change.after-claim');
    const applied = await apply(tx, plan);
    await failpoint('change.after-apply');
    const result = callable.wireOutput.parse(applied.result);
    await settleKey(tx, keyOf, { response: JSON.stringify(result), words: applied.words });
    const { action = callable.name } = applied;
    await append(tx, journalEntry(call, keyOf.accountId, action, applied));
    return result;
  });
}

/**
 * A call with an idempotency key, as far as `findReplay` needs it to find the stored result of an earlier call with this key.
 */
export interface IdempotentCall extends Pick<
  IdempotentChange<unknown, unknown>,
  'call' | 'idempotencyKey'
> {
  readonly callable: { readonly name: string };
}

function keyOfCall({
  call,
  idempotencyKey,
}: IdempotentCall): AccountIdempotencyKey & { readonly fp: string } {
  const { ctx, fp } = call;
  if (ctx.account_id === null || fp === undefined)
    throw new BridgeError('internal', {}, { cause: 'a change without account or fingerprint' });
  return { accountId: ctx.account_id, key: idempotencyKey, fp };
}

/**
 * Returns the stored result for the call's idempotency key as JSON text, or null when the key is unused. Throws
 * idempotency_mismatch, key_world_not_allowed, or idempotency_in_progress while a publication or a paid call with this key is
 * in progress.
 */
export async function findReplay(
  reads: SqlStatementRunner,
  keyed: IdempotentCall,
): Promise<string | null> {
  const { fp, ...keyOf } = keyOfCall(keyed);
  const used = await findKey(reads, keyOf);
  if (used === undefined) return null;
  const stored = replayOf(used, { fp, worlds: keyed.call.ctx.worlds });
  // Only a publication or a paid call that is still in progress stores its idempotency key without a result.
  if (stored === null) throw new BridgeError('idempotency_in_progress', {}, { retryAfterS: 1 });
  replays.inc({ action: keyed.callable.name });
  return stored;
}

/**
 * Applies a change once per account and idempotency key. The key, the change and its journal row (audit log) commit together. A
 * repeated call receives the stored result; it waits for a running call with the same key without holding a connection. A
 * refused call writes nothing, so its key stays unused. Spec: idempotency.refusal-frees. ADR 001.
 */
export async function change<P, R>(
  deps: ChangeDependencies,
  spec: IdempotentChange<P, R>,
): Promise<R | ReplayedResult<R>> {
  const { reads, clock } = deps;
  const key = keyOfCall(spec);
  const giveUpAt = Math.min(spec.call.deadline, clock.now() + LIMITS.twinWaitMs);
  let planned: { readonly plan: P } | undefined;
  return withTwins<R | ReplayedResult<R>>(clock, giveUpAt, {
    findStored: async () => {
      const stored = await findReplay(reads, spec);
      return stored === null ? null : new ReplayedResult(JSON.parse(stored) as R);
    },
    attempt: async () => {
      planned ??= { plan: await spec.plan() };
      await failpoint('change.after-plan');
      return applyOnce(deps, spec, key, planned.plan);
    },
  });
}
