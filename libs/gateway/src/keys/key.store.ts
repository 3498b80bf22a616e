import { LIMITS, type KeyRateLimits } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';

/** The stored data of an agent key, without its hash. */
export interface KeyRow {
  readonly key_id: string;
  readonly name: string;
  readonly start: string;
  readonly last4: string;
  readonly scopes: readonly string[];
  readonly worlds: readonly string[] | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
  readonly rotated_from: string | null;
  readonly audit_all: boolean;
  /** The rates that the owner lowered for this key, in calls per second; null when there are none. */
  readonly limits: KeyRateLimits | null;
  readonly last_used_at: Date | null;
  readonly last_used_action: string | null;
  readonly use_count: number;
  /** True when the key has expired by the database’s clock, which all gateways share. */
  readonly expired: boolean;
}
/** The rights of an agent key, as every request reads them from the database. */
export interface AgentKeyRights {
  readonly account_id: string;
  readonly key_id: string;
  readonly scopes: readonly string[];
  readonly worlds: readonly string[] | null;
  readonly audit_all: boolean;
  readonly limits: KeyRateLimits | null;
  readonly revoked: boolean;
  readonly expired: boolean;
}
/** The data of an agent key to insert. With `days: null` the key never expires. */
export interface NewKey {
  readonly keyId: string;
  readonly hash: Buffer;
  readonly start: string;
  readonly last4: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly worlds: readonly string[] | null;
  readonly days: number | null;
  readonly auditAll: boolean;
}

const EXPIRED = sql`coalesce(expires_at <= now(), false)`;
/** The database columns of which a KeyRow consists. */
export const KEY_COLUMNS = sql`key_id, name, start, last4, scopes, worlds, created_at, expires_at, revoked_at, rotated_from,
  last_used_at, last_used_action, use_count, audit_all, limits, ${EXPIRED} as expired`;
/** SQL condition: the key is neither revoked nor expired. */
export const ACTIVE_KEY = sql`revoked_at is null and (expires_at is null or expires_at > now())`;

/** Returns the rights of the keys with these hashes, by the hash in hex. */
export async function findRightsByHash(
  db: SqlStatementRunner,
  hashes: readonly Buffer[],
): Promise<ReadonlyMap<string, AgentKeyRights>> {
  const rows = await db.rows(
    sql<
      AgentKeyRights & { readonly name: string }
    >`select encode(hash, 'hex') as name, account_id, key_id, scopes, worlds, audit_all, limits,
        revoked_at is not null as revoked, ${EXPIRED} as expired
      from gateway.key where hash = any(${hashes}::bytea[])`,
    'prepared',
  );
  return new Map(rows.map((row) => [row.name, row]));
}

/**
 * The last 26 bytes (hex) of the greatest possible hash that begins with a key’s mark. The mark is the first 6 bytes of the
 * key’s hash.
 */
const LAST_OF_MARK = 'ff'.repeat(26);

/**
 * True when an active key has a hash that begins with `mark` (hex), which identifies a key in the address of a preview. The
 * range condition uses the index on the hash.
 */
export async function isMarkAlive(db: SqlStatementRunner, mark: string): Promise<boolean> {
  const [row] = await db.rows(
    sql<{ alive: boolean }>`select exists (
        select 1 from gateway.key
        where hash >= decode(${mark}, 'hex') and hash <= decode(${mark + LAST_OF_MARK}, 'hex') and ${ACTIVE_KEY}
      ) as alive`,
    'prepared',
  );
  return row?.alive ?? false;
}

/** Locks the account’s row, so that concurrent creations of keys cannot exceed the quota. False for an unknown account. */
export async function lockAccount(tx: SqlStatementRunner, accountId: string): Promise<boolean> {
  const rows = await tx.rows(
    sql`select 1 from gateway.account where account_id = ${accountId} for update`,
  );
  return rows.length === 1;
}

/** Inserts a key. Returns undefined when the account has `activeMax` active keys already. */
export async function insertKey(
  tx: SqlStatementRunner,
  accountId: string,
  key: NewKey,
  activeMax: number,
): Promise<KeyRow | undefined> {
  const [row] = await tx.rows(
    sql<KeyRow>`insert into gateway.key (account_id, key_id, hash, name, start, last4, scopes, worlds, expires_at,
        audit_all)
      select ${accountId}, ${key.keyId}, ${key.hash}, ${key.name}, ${key.start}, ${key.last4}, ${[...key.scopes]}::text[],
        ${key.worlds === null ? null : [...key.worlds]}::text[],
        now() + make_interval(days => ${key.days}::integer), ${key.auditAll}::boolean
      where (select count(*) from gateway.key where account_id = ${accountId} and ${ACTIVE_KEY}) < ${activeMax}
      returning ${KEY_COLUMNS}`,
  );
  return row;
}

/** Revokes a key; a second revocation keeps the time of the first. Returns undefined when the account has no such key. */
export async function revokeKey(
  tx: SqlStatementRunner,
  accountId: string,
  keyId: string,
): Promise<KeyRow | undefined> {
  const [row] = await tx.rows(
    sql<KeyRow>`update gateway.key set revoked_at = coalesce(revoked_at, now())
      where account_id = ${accountId} and key_id = ${keyId} returning ${KEY_COLUMNS}`,
  );
  return row;
}

/** Revokes all active keys of the account; returns their number. */
export async function revokeAllKeys(tx: SqlStatementRunner, accountId: string): Promise<number> {
  // Without the lock, the update would not see a key that a concurrent rotation or creation has inserted.
  await lockAccount(tx, accountId);
  const rows = await tx.rows(
    sql`update gateway.key set revoked_at = now() where account_id = ${accountId} and ${ACTIVE_KEY} returning 1 as revoked`,
  );
  return rows.length;
}

/** Returns one key of the account, or undefined when the account has no such key. */
export async function findKey(
  db: SqlStatementRunner,
  accountId: string,
  keyId: string,
): Promise<KeyRow | undefined> {
  const [row] = await db.rows(
    sql<KeyRow>`select ${KEY_COLUMNS} from gateway.key where account_id = ${accountId} and key_id = ${keyId}`,
    'prepared',
  );
  return row;
}

/**
 * Lists keys of the account after the key `after`, oldest first. Reads `limit` + 1 rows, so that the caller sees whether more
 * rows follow.
 */
export async function listKeys(
  db: SqlStatementRunner,
  accountId: string,
  after: string | null,
  limit: number = LIMITS.listLimitMax,
): Promise<readonly KeyRow[]> {
  return db.rows(
    sql<KeyRow>`select ${KEY_COLUMNS} from gateway.key where account_id = ${accountId}
        and (${after}::text is null or (created_at, key_id) >
          (select created_at, key_id from gateway.key where account_id = ${accountId} and key_id = ${after}))
      order by created_at, key_id limit ${limit + 1}`,
  );
}
