import { FINGERPRINT_VERSION } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import { LOCK_NOT_AVAILABLE, sqlState } from '../pg-errors.ts';
import type { SqlStatementRunner } from '../statement-runner.ts';
import { sql } from '../sql.ts';

/** An account and one of its idempotency keys; the pair is unique over all services. Spec: idempotency.account. */
export interface AccountIdempotencyKey {
  readonly accountId: string;
  readonly key: string;
}
/**
 * The stored row of a used idempotency key. `response` is null while a publication or a paid call with this key is in progress;
 * `publication_id` is then its id or that of the credit hold.
 */
export interface IdempotencyRow {
  readonly fp: string;
  readonly fp_v: number;
  readonly words: readonly string[];
  readonly response: string | null;
  readonly publication_id: string | null;
}
/**
 * The caller of a repeated call: the fingerprint (hash) of its input, and the Worlds (public identities) to which its agent key
 * is limited; null for all.
 */
export interface RepeatedCallFingerprintAndWorlds {
  readonly fp: string;
  readonly worlds: readonly string[] | null;
}

/** Reads the row of a used idempotency key; undefined when the key is unused. */
export async function findKey(
  db: SqlStatementRunner,
  { accountId, key }: AccountIdempotencyKey,
): Promise<IdempotencyRow | undefined> {
  const [row] = await db.rows(
    sql<IdempotencyRow>`select fp, fp_v, words, response, publication_id from effect.idempotency
      where account_id = ${accountId} and key = ${key}`,
    'prepared',
  );
  return row;
}

/**
 * Returns the stored response (JSON text), or null while a publication or a paid call with this key is in progress. Throws
 * idempotency_mismatch for another input, and key_world_not_allowed when the change affected a World (public identity) that the
 * agent key may not use.
 */
export function replayOf(
  row: IdempotencyRow,
  caller: RepeatedCallFingerprintAndWorlds,
): string | null {
  // Fingerprints (hashes of the input) by different versions of the hash rule (`fp_v`) cannot be compared.
  // If the versions differ, a call with the same idempotency key counts as the same call.
  if (row.fp_v === FINGERPRINT_VERSION && row.fp !== caller.fp)
    throw new BridgeError('idempotency_mismatch', {});
  const { worlds } = caller;
  const outside = worlds === null ? undefined : row.words.find((word) => !worlds.includes(word));
  if (outside !== undefined) throw new BridgeError('key_world_not_allowed', { word: outside });
  return row.response;
}

/** Thrown when another open transaction held the same idempotency key until the lock timeout. */
export class LockedIdempotencyKeyError extends Error {
  constructor(cause: unknown) {
    super('another transaction holds the idempotency key', { cause });
  }
}

/**
 * Inserts the row of an idempotency key in the transaction of the change. The row locks the key until the commit. Waits up to
 * the lock timeout for another transaction with this key, then throws LockedIdempotencyKeyError. Returns false when the key was
 * already committed.
 */
export async function claimKey(
  tx: SqlStatementRunner,
  { accountId, key }: AccountIdempotencyKey,
  claim: { readonly action: string; readonly fp: string; readonly publicationId?: string },
): Promise<boolean> {
  const { action, fp, publicationId = null } = claim;
  const insert = sql`insert into effect.idempotency (account_id, key, action, fp, fp_v, words, response, publication_id)
      values (${accountId}, ${key}, ${action}, ${fp}, ${FINGERPRINT_VERSION}, '{}', null, ${publicationId})
      on conflict do nothing returning 1 as claimed`;
  try {
    return (await tx.rows(insert, 'prepared')).length === 1;
  } catch (error) {
    throw sqlState(error) === LOCK_NOT_AVAILABLE ? new LockedIdempotencyKeyError(error) : error;
  }
}

/**
 * Stores the response of the change and the words (unique names of Worlds) that it affected in the row of its idempotency key.
 */
export async function settleKey(
  tx: SqlStatementRunner,
  { accountId, key }: AccountIdempotencyKey,
  settled: { readonly response: string; readonly words: readonly string[] },
): Promise<void> {
  await tx.rows(
    sql`update effect.idempotency set response = ${settled.response}, words = ${[...settled.words]}
      where account_id = ${accountId} and key = ${key}`,
    'prepared',
  );
}

/** Deletes the row of an idempotency key whose publication or paid call was abandoned. A row with a response stays. */
export async function releaseKey(
  tx: SqlStatementRunner,
  { accountId, key }: AccountIdempotencyKey,
): Promise<void> {
  await tx.rows(
    sql`delete from effect.idempotency where account_id = ${accountId} and key = ${key} and response is null`,
  );
}

/**
 * Deletes idempotency keys with a stored response that are older than `keptDays`, at most `rowsMax`. Returns their number.
 * Several replicas may run it together.
 */
export async function expireKeys(
  db: SqlStatementRunner,
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
