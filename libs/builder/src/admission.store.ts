import { type SqlStatementRunner, sql } from '@bridge/db';
import { LIMITS } from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';

/** The permission of the gateway to store one blob-store object, which contains the large body of one call. */
export interface BodyUploadPermission {
  readonly accountId: string;
  readonly object: string;
  readonly bytes: number;
}

/**
 * Records the permission to store an object in the blob store. The bytes of the object count against the account’s quota until
 * a revision refers to the object or the object is discarded. Returns false when the quota would be exceeded. Can be repeated
 * for the same object.
 */
export async function insertAdmission(
  db: SqlStatementRunner,
  { accountId, object, bytes }: BodyUploadPermission,
  storedBytesMax: number,
): Promise<boolean> {
  const rows = await db.rows(
    sql`with used as (
        select coalesce((select t.bytes from builder.tally t where t.account_id = ${accountId}), 0)
          + coalesce((select sum(a.bytes) from builder.admission a
              where a.account_id = ${accountId} and a.object <> ${object}), 0) as bytes
      )
      insert into builder.admission (account_id, object, bytes)
      select ${accountId}, ${object}, ${bytes}::bigint from used where used.bytes + ${bytes} <= ${storedBytesMax}
      on conflict (account_id, object) do update set bytes = excluded.bytes
      returning 1 as admitted`,
  );
  return rows.length === 1;
}

/**
 * Deletes the admission of an object (the permission to store it). Returns false when there is none: a revision refers to the
 * object already, or the object was discarded.
 */
export async function takeAdmission(
  db: SqlStatementRunner,
  accountId: string,
  object: string,
): Promise<boolean> {
  const rows = await db.rows(
    sql`delete from builder.admission where account_id = ${accountId} and object = ${object} returning 1 as taken`,
  );
  return rows.length === 1;
}

/**
 * Adopts an object, which means that a revision now refers to it: deletes its admission (the permission to store it) in the
 * transaction that writes the revision. A sweep or discard deletes the same row, so only one of them succeeds. Throws
 * service_unavailable when the admission is missing or older than an hour.
 */
export async function adoptObject(
  tx: SqlStatementRunner,
  accountId: string,
  object: string,
): Promise<void> {
  const rows = await tx.rows(
    sql`delete from builder.admission where account_id = ${accountId} and object = ${object}
      and at > now() - make_interval(secs => ${LIMITS.unadoptedBodyAgeMaxMs / 1_000}) returning 1 as adopted`,
    'prepared',
  );
  if (rows.length === 1) return;
  throw new BridgeError(
    'service_unavailable',
    {},
    { cause: `${object} cannot be adopted: not admitted, or too long ago`, retryAfterS: 1 },
  );
}

/**
 * Deletes up to `rowsMax` expired admissions (permissions to store an object), oldest first, and returns the names of their
 * objects. Several replicas may run it at the same time.
 */
export async function takeExpiredAdmissions(
  db: SqlStatementRunner,
  rowsMax: number,
): Promise<readonly string[]> {
  const rows = await db.rows(
    sql<{ object: string }>`delete from builder.admission where (account_id, object) in (
        select account_id, object from builder.admission
        where at <= now() - make_interval(secs => ${LIMITS.unadoptedBodyAgeMaxMs / 1_000})
        order by at limit ${rowsMax} for update skip locked)
      returning object`,
  );
  return rows.map(({ object }) => object);
}

/** Counts the expired admissions (permissions to store an object) that no sweep has deleted yet. */
export async function countExpiredAdmissions(db: SqlStatementRunner): Promise<number> {
  const [row] = await db.rows(
    sql<{ n: number }>`select count(*) as n from builder.admission
      where at <= now() - make_interval(secs => ${LIMITS.unadoptedBodyAgeMaxMs / 1_000})`,
  );
  return row?.n ?? 0;
}
