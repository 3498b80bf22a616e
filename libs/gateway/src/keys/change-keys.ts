import { fingerprint } from '@bridge/contracts';
import type { ChangeResultWithJournalFields, DatabaseClient, TransactionHandle } from '@bridge/db';
import { ReplayedResult } from '@bridge/kernel';
import type { z } from 'zod';
import { contextOf, ownerPrincipal } from '../dispatch/call-context.ts';
import type { KeyChangeRequestContext } from './worlds-of.ts';

/**
 * A change of agent keys: its action name in the journal (audit log), the owner’s request, and the schema of the result that
 * is stored for repeated requests.
 */
export interface KeyChangeDefinition<R> {
  readonly action: `keys.${string}`;
  /** The validated request. The same idempotency key with another request is refused. */
  readonly request: object;
  readonly result: z.ZodType<R>;
  /** Checks the change before its transaction; throws the error with which it is refused. */
  readonly check?: () => Promise<void>;
  /** Writes the change in the transaction; `keyId` is the agent key that the row of the journal (audit log) names. */
  readonly apply: (
    tx: TransactionHandle,
  ) => Promise<Pick<ChangeResultWithJournalFields<R>, 'result' | 'keyId'>>;
}

/** The result of a change of agent keys; `isReplay` is true for the stored result of an earlier identical change. */
export interface KeyChangeOutcome<R> {
  readonly result: R;
  readonly isReplay: boolean;
}

/**
 * Applies a change of agent keys once for each idempotency key of the owner. A call without an idempotency key gets a unique
 * one, so it is never taken for a repetition. Spec: keys.same-key. ADR 054.
 */
export async function changeKeys<R>(
  db: DatabaseClient,
  { accountId, surface, requestId, idempotencyKey = `once:${requestId}` }: KeyChangeRequestContext,
  { action, request, result, check, apply }: KeyChangeDefinition<R>,
): Promise<KeyChangeOutcome<R>> {
  const ctx = contextOf(ownerPrincipal(accountId), surface);
  const fp = fingerprint({ name: action }, request);
  const done = await db.change<void, R>({
    callable: { name: action, wireOutput: result },
    // The requests of an owner have no deadline of their own; the database ends a statement that takes too long.
    call: { ctx, fp, requestId, deadline: Number.POSITIVE_INFINITY },
    idempotencyKey,
    plan: async () => check?.(),
    apply: async (tx) => ({ ...(await apply(tx)), words: [] }),
  });
  return done instanceof ReplayedResult
    ? { result: done.result, isReplay: true }
    : { result: done, isReplay: false };
}
