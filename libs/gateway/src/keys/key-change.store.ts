import type { KeyRateLimits } from '@bridge/contracts';
import { type SqlStatementRunner, sql } from '@bridge/db';
import { ACTIVE_KEY, KEY_COLUMNS, type KeyRow, type NewKey } from './key.store.ts';

/** The new values of a key’s fields; null leaves a field unchanged. */
export interface KeyUpdate {
  readonly name: string | null;
  readonly scopes: readonly string[] | null;
  readonly limits: KeyRateLimits | null;
  readonly days: number | null;
  /** Maximum lifetime of a key in days, from its creation. */
  readonly daysMax: number;
}

/**
 * Changes an active key. Scopes can only be removed, and the new expiry is at most `daysMax` days after the key’s creation.
 * Returns undefined when the account has no such active key, or when the change would extend the key’s rights.
 */
export async function updateKey(
  tx: SqlStatementRunner,
  accountId: string,
  keyId: string,
  { name, scopes, limits, days, daysMax }: KeyUpdate,
): Promise<KeyRow | undefined> {
  const kept = scopes === null ? null : [...scopes];
  const [row] = await tx.rows(
    sql<KeyRow>`update gateway.key k set name = coalesce(${name}::text, k.name),
        scopes = coalesce(${kept}::text[], k.scopes),
        audit_all = k.audit_all and 'audit.read' = any (coalesce(${kept}::text[], k.scopes)),
        expiry_noted = case when ${days}::integer is null then k.expiry_noted end,
        limits = coalesce(${limits === null ? null : JSON.stringify(limits)}::jsonb, k.limits),
        expires_at = case when ${days}::integer is null then k.expires_at
          else least(now() + make_interval(days => ${days}::integer), k.created_at + make_interval(days => ${daysMax}::integer)) end
      where k.account_id = ${accountId} and k.key_id = ${keyId} and ${ACTIVE_KEY}
        and (${kept}::text[] is null or ${kept}::text[] <@ k.scopes)
        and (${days}::integer is null
          or now() + make_interval(days => ${days}::integer - 1) <= k.created_at + make_interval(days => ${daysMax}::integer))
      returning ${KEY_COLUMNS}`,
  );
  return row;
}

/** Options of a key’s replacement by a new key (rotation). */
export interface KeyReplacementOptions {
  /** Maximum number of hours for which the old key still works; 0 ends it now. */
  readonly overlapHours: number;
  readonly activeMax: number;
  /** The scopes of the new key; null for the scopes of the old key. */
  readonly scopes: readonly string[] | null;
}

/**
 * Inserts a new key with the old key’s name, allowed Worlds (public identities), rates and lifetime, and with its scopes
 * unless others were chosen. The old key expires within `overlapHours`. Returns undefined when the account has no such active
 * key, when the key was replaced before, or when the account already has `activeMax` active keys. The caller holds the lock of
 * the account, so that concurrent rotations of one key insert one successor.
 */
export async function replaceKey(
  tx: SqlStatementRunner,
  accountId: string,
  oldKeyId: string,
  key: Pick<NewKey, 'keyId' | 'hash' | 'start' | 'last4'>,
  { overlapHours, activeMax, scopes }: KeyReplacementOptions,
): Promise<KeyRow | undefined> {
  const chosen = scopes === null ? null : [...new Set(scopes)].sort();
  const [row] = await tx.rows(
    sql<KeyRow>`with old as (
        select * from gateway.key where account_id = ${accountId} and key_id = ${oldKeyId} and ${ACTIVE_KEY}
          and (select count(*) from gateway.key where account_id = ${accountId} and ${ACTIVE_KEY}) < ${activeMax}
          -- The first rotation shortened the life of the key, so a second one could no longer read its lifetime.
          and not exists (select from gateway.key where account_id = ${accountId} and rotated_from = ${oldKeyId})
        for update
      ), ended as (
        update gateway.key k set expires_at = least(k.expires_at, now() + make_interval(hours => ${overlapHours}))
        from old where k.account_id = old.account_id and k.key_id = old.key_id
      )
      insert into gateway.key (account_id, key_id, hash, name, start, last4, scopes, worlds, expires_at, rotated_from,
        audit_all, limits)
      select account_id, ${key.keyId}, ${key.hash}, name, ${key.start}, ${key.last4},
        coalesce(${chosen}::text[], scopes), worlds, now() + (expires_at - created_at), key_id,
        audit_all and 'audit.read' = any (coalesce(${chosen}::text[], scopes)), limits
      from old returning ${KEY_COLUMNS}`,
  );
  return row;
}

/** Returns the id of the newest key that replaced this key by rotation; null when the key was never rotated. */
export async function findSuccessor(
  db: SqlStatementRunner,
  accountId: string,
  keyId: string,
): Promise<string | null> {
  const [row] = await db.rows(
    sql<{ key_id: string }>`select k.key_id from gateway.key k
      where k.account_id = ${accountId} and k.rotated_from = ${keyId} order by k.created_at desc limit 1`,
    'prepared',
  );
  return row?.key_id ?? null;
}

/** An active key as the owner’s home page lists it. */
export interface ActiveKeyRow {
  readonly key_id: string;
  readonly name: string;
  readonly last_used_at: Date | null;
  readonly last_used_action: string | null;
  readonly calls_today: number;
}

/** Lists the active keys of an account, last used first, with the number of their calls today (UTC). */
export async function listAgents(
  db: SqlStatementRunner,
  accountId: string,
  limit: number,
): Promise<readonly ActiveKeyRow[]> {
  return db.rows(
    sql<ActiveKeyRow>`select k.key_id, k.name, k.last_used_at, k.last_used_action,
        (select coalesce(sum(h.answered + h.refused), 0)::integer from gateway.key_hour h
          where h.account_id = k.account_id and h.key_id = k.key_id
            and h.hour >= date_trunc('day', now() at time zone 'utc') at time zone 'utc') as calls_today
      from gateway.key k where k.account_id = ${accountId} and ${ACTIVE_KEY}
      order by k.last_used_at desc nulls last, k.key_id limit ${limit}`,
  );
}
