import { FINGERPRINT_VERSION } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import type { Queryable } from '../queryable.ts';
import { sql } from '../sql.ts';

/** The account and name of an idempotency key; the pair is unique over all services. Spec: idempotency.account. */
export interface AccountKey {
  readonly accountId: string;
  readonly key: string;
}
/** A committed use of an idempotency key. `response` is null while a publication with the key is pending. */
export interface IdempotencyRow {
  readonly fp: string;
  readonly fp_v: number;
  readonly words: readonly string[];
  readonly response: string | null;
  readonly publication_id: string | null;
}
/** The caller of a repeated call: its fingerprint and the Worlds to which its agent key is limited. */
export interface ReplayCaller {
  readonly fp: string;
  readonly worlds: readonly string[] | null;
}

/** Reads the committed use of an idempotency key. */
export async function findKey(
  db: Queryable,
  { accountId, key }: AccountKey,
): Promise<IdempotencyRow | undefined> {
  const [row] = await db.rows(
    sql<IdempotencyRow>`select fp, fp_v, words, response, publication_id from effect.idempotency
      where account_id = ${accountId} and key = ${key}`,
    'prepared',
  );
  return row;
}

/**
 * Returns the stored response text of a committed use, or null while a publication is pending. Throws
 * idempotency_mismatch when the use was another call, and key_world_not_allowed when it touched Worlds outside of those
 * of the agent key.
 */
export function replayOf(row: IdempotencyRow, caller: ReplayCaller): string | null {
  // A fingerprint of an older version cannot be compared; the same key of the same account then counts as the same call.
  if (row.fp_v === FINGERPRINT_VERSION && row.fp !== caller.fp)
    throw new BridgeError('idempotency_mismatch', {});
  const { worlds } = caller;
  const outside = worlds === null ? undefined : row.words.find((word) => !worlds.includes(word));
  if (outside !== undefined) throw new BridgeError('key_world_not_allowed', { word: outside });
  return row.response;
}

/**
 * Claims the idempotency key inside the transaction of the effect: the uncommitted row marks the call as in flight, and
 * a crash removes it. False when a twin has committed; waits at most the lock timeout for a twin in flight.
 */
export async function claimKey(
  tx: Queryable,
  { accountId, key }: AccountKey,
  claim: { readonly action: string; readonly fp: string; readonly publicationId?: string },
): Promise<boolean> {
  const rows = await tx.rows(
    sql`insert into effect.idempotency (account_id, key, action, fp, fp_v, words, response, publication_id)
      values (${accountId}, ${key}, ${claim.action}, ${claim.fp}, ${FINGERPRINT_VERSION}, '{}', null, ${claim.publicationId ?? null})
      on conflict do nothing returning 1 as claimed`,
    'prepared',
  );
  return rows.length === 1;
}

/** Stores the response of the effect and the Worlds it touched, in the same transaction. */
export async function settleKey(
  tx: Queryable,
  { accountId, key }: AccountKey,
  settled: { readonly response: string; readonly words: readonly string[] },
): Promise<void> {
  await tx.rows(
    sql`update effect.idempotency set response = ${settled.response}, words = ${[...settled.words]}
      where account_id = ${accountId} and key = ${key}`,
    'prepared',
  );
}

/** Frees the key of an abandoned publication; a settled key is never freed. */
export async function releaseKey(tx: Queryable, { accountId, key }: AccountKey): Promise<void> {
  await tx.rows(
    sql`delete from effect.idempotency where account_id = ${accountId} and key = ${key} and response is null`,
  );
}

/**
 * Removes uses of idempotency keys that are older than `keptDays`, at most `rowsMax` in one pass; returns their number.
 * Safe with many replicas.
 */
export async function expireKeys(
  db: Queryable,
  keptDays: number,
  rowsMax: number,
): Promise<number> {
  const rows = await db.rows(
    sql`delete from effect.idempotency where (account_id, key) in (
        select account_id, key from effect.idempotency
        where at < now() - make_interval(days => ${keptDays}) and response is not null
        order by at limit ${rowsMax} for update skip locked)
      returning 1 as gone`,
  );
  return rows.length;
}
