import { LIMITS, type CallPrincipal } from '@bridge/contracts';
import { BackOff, BridgeError, counter, failpoint, Replayed, type Clock } from '@bridge/kernel';
import type pg from 'pg';
import type { z } from 'zod';
import { claimKey, findKey, replayOf, settleKey, type KeyOf } from './effect/idempotency.ts';
import { append, type JournalEntry } from './effect/journal.ts';
import { LOCK_NOT_AVAILABLE, sqlState } from './pg-errors.ts';
import type { Queryable } from './queryable.ts';
import { transaction } from './transaction.ts';

const replays = counter('replays', 'Calls answered with the stored result of an earlier one.', [
  'action',
] as const);

/** What a changing call brings with it; a handler's call is one. */
export interface ChangeCall {
  readonly ctx: CallPrincipal;
  readonly fp: string | undefined;
  readonly requestId: string;
  readonly deadline: number;
}

/** What `apply` did: the result to answer, and what the journal says of it. */
export interface Applied<R> {
  readonly result: R;
  /** Worlds the effect touched; a key limited to Worlds replays only what touched those. */
  readonly words: readonly string[];
  readonly pageId?: number;
  readonly word?: string;
  readonly revBefore?: number;
  readonly revAfter?: number;
}

/**
 * One effect. `plan` reads, computes and puts large bodies away, without a transaction; `apply` writes in one short
 * transaction of at most six statements whose guards stand in the statements themselves.
 */
export interface Change<P, R> {
  /** What it answers, `BUILDER.patch`: the journal names it, and the response is checked before it is stored. */
  readonly callable: { readonly name: string; readonly wireOutput: z.ZodType<R> };
  readonly call: ChangeCall;
  readonly idempotencyKey: string;
  readonly plan: () => Promise<P>;
  readonly apply: (tx: Queryable, plan: P) => Promise<Applied<R>>;
}

/** Who acts: a key's id, or the owner in person. */
export function actorOf(ctx: CallPrincipal): string {
  return ctx.key_id ?? 'owner';
}

/** The journal's row of an effect of this call. */
export function journalEntry(
  call: ChangeCall,
  accountId: string,
  action: string,
  applied: Omit<Applied<unknown>, 'result' | 'words'>,
): JournalEntry {
  return {
    accountId,
    action,
    actor: actorOf(call.ctx),
    keyId: call.ctx.key_id,
    surface: call.ctx.surface,
    pageId: applied.pageId ?? null,
    word: applied.word ?? null,
    revBefore: applied.revBefore ?? null,
    revAfter: applied.revAfter ?? null,
    requestId: call.requestId,
  };
}

/** What a change works with; `reads` says in the catalogue's words when the database is away. */
export interface ChangeDeps {
  readonly pool: pg.Pool;
  readonly reads: Queryable;
  readonly clock: Clock;
}

type Attempt<R> = { readonly done: R } | { readonly twin: 'committed' | 'in flight' };

async function attempt<P, R>(
  pool: pg.Pool,
  clock: Clock,
  change: Change<P, R>,
  keyOf: KeyOf,
  fp: string,
  plan: P,
): Promise<Attempt<R>> {
  const { call, callable } = change;
  const action = callable.name;
  try {
    return await transaction(
      pool,
      clock,
      { deadline: call.deadline, failpoints: 'change' },
      async (tx) => {
        if (!(await claimKey(tx, keyOf, { action, fp }))) return { twin: 'committed' };
        await failpoint('change.after-claim');
        const applied = await change.apply(tx, plan);
        await failpoint('change.after-apply');
        const result = callable.wireOutput.parse(applied.result);
        await settleKey(tx, keyOf, { response: JSON.stringify(result), words: applied.words });
        await append(tx, journalEntry(call, keyOf.accountId, action, applied));
        return { done: result };
      },
    );
  } catch (error) {
    if (sqlState(error) === LOCK_NOT_AVAILABLE) return { twin: 'in flight' };
    throw error;
  }
}

/** A call with an idempotency key, as a replay look-up needs it. */
export interface KeyedCall extends Pick<Change<unknown, unknown>, 'call' | 'idempotencyKey'> {
  readonly callable: { readonly name: string };
}

function keyOfCall({ call, idempotencyKey }: KeyedCall): KeyOf & { readonly fp: string } {
  const { ctx, fp } = call;
  if (ctx.account_id === null || fp === undefined)
    throw new BridgeError('internal', {}, { cause: 'a change without account or fingerprint' });
  return { accountId: ctx.account_id, key: idempotencyKey, fp };
}

/**
 * The stored result of an earlier, identical call as JSON text, counted as a replay; null when the key is free. Throws
 * idempotency_mismatch, key_world_not_allowed, and idempotency_in_progress while a publication holds the key.
 */
export async function findReplay(reads: Queryable, keyed: KeyedCall): Promise<string | null> {
  const { fp, ...keyOf } = keyOfCall(keyed);
  const used = await findKey(reads, keyOf);
  if (used === undefined) return null;
  const stored = replayOf(used, { fp, worlds: keyed.call.ctx.worlds });
  // Only a publication waits with its key claimed, and a publication never comes here.
  if (stored === null) throw new BridgeError('idempotency_in_progress', {}, { retryAfterS: 1 });
  replays.inc({ action: keyed.callable.name });
  return stored;
}

/**
 * Does an effect exactly once per (account, idempotency key): the key's row, the effect and its journal row stand or
 * fall together. A call repeated gets the first result, marked `Replayed`; the key used for another call throws
 * idempotency_mismatch; a twin in flight is waited for without holding a connection, then idempotency_in_progress.
 * A refusal leaves nothing behind, not even the key. Spec: idempotency.refusal-frees. ADR 001.
 */
export async function change<P, R>(
  { pool, reads, clock }: ChangeDeps,
  spec: Change<P, R>,
): Promise<R | Replayed<R>> {
  const { deadline } = spec.call;
  const { fp, ...keyOf } = keyOfCall(spec);
  const twin = new BackOff(clock, Math.min(deadline, clock.now() + LIMITS.twinWaitMs));
  let planned: { readonly plan: P } | undefined;
  for (;;) {
    const stored = await findReplay(reads, spec);
    if (stored !== null) return new Replayed(JSON.parse(stored) as R);
    try {
      planned ??= { plan: await spec.plan() };
    } catch (error) {
      // What refuses may be the effect of a twin that committed since the look-up: its answer is then this call's too.
      if ((await findKey(reads, keyOf)) === undefined) throw error;
      continue;
    }
    await failpoint('change.after-plan');
    const tried = await attempt(pool, clock, spec, keyOf, fp, planned.plan);
    if ('done' in tried) return tried.done;
    if (tried.twin === 'in flight' && !(await twin.pause()))
      throw new BridgeError('idempotency_in_progress', {}, { retryAfterS: 1 });
  }
}
