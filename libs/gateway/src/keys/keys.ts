import { type KeyRecord, LIMITS } from '@bridge/contracts';
import { append, LOCK_NOT_AVAILABLE, sqlState, type Db, type Queryable } from '@bridge/db';
import { BridgeError, hashAgentKey, makeAgentKey, type Ids } from '@bridge/kernel';
import { setTimeout as delay } from 'node:timers/promises';
import { keyRecordOf } from './key-record.ts';
import type { MakeKey } from './key-request.ts';
import {
  findKey,
  insertKey,
  listKeys,
  lockAccount,
  replaceKey,
  revokeAllKeys,
  revokeKey,
  type KeyRow,
} from './key.store.ts';
import type { OwnerCall, WorldsOf } from './worlds-of.ts';

/** How long a rotated key still works, so that agents can change over without an outage. */
export const ROTATION_OVERLAP_HOURS = 24;
const START_CHARS = 7;
const LAST_CHARS = 4;
/** Waits for the account's row or journal, which another change holds; each gives the connection back. */
const TRIES_MAX = 20;
const BACK_OFF_MS = 25;

/** What the key functions work with; the same behind HTTP and the terminal. */
export interface KeyDeps {
  readonly db: Db;
  readonly ids: Ids;
  /** The Worlds an account may act in, for keys that are limited to some. */
  readonly worldsOf: WorldsOf;
  /** Rates in words, for the record. */
  readonly limits: KeyRecord['limits'];
  readonly keysActiveMax: number;
}
/** A key with its secret, which is shown this once and never stored. */
export interface MadeKey {
  readonly key: KeyRecord;
  readonly secret: string;
}

function newSecret(ids: Ids): {
  readonly secret: string;
  readonly row: { keyId: string; hash: Buffer; start: string; last4: string };
} {
  const secret = makeAgentKey();
  const [start, last4] = [secret.slice(0, START_CHARS), secret.slice(-LAST_CHARS)];
  return { secret, row: { keyId: ids.make('key'), hash: hashAgentKey(secret), start, last4 } };
}

/** One row in the account's journal, in the effect's own transaction, as for every other effect. */
async function journal(
  tx: Queryable,
  { accountId, surface, requestId }: OwnerCall,
  action: string,
  keyId: string | null,
): Promise<void> {
  const nothing = { pageId: null, word: null, revBefore: null, revAfter: null };
  await append(tx, { accountId, action, actor: 'owner', keyId, surface, requestId, ...nothing });
}

/** Runs one effect of the owner; a row that another change holds is waited for without holding a connection. */
async function effect<T>(db: Db, work: (tx: Queryable) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await db.transaction({}, work);
    } catch (error) {
      if (sqlState(error) !== LOCK_NOT_AVAILABLE) throw error;
      if (tries >= TRIES_MAX)
        throw new BridgeError('service_unavailable', {}, { cause: error, retryAfterS: 1 });
    }
    await delay(tries * BACK_OFF_MS);
  }
}

function quotaExceeded(max: number): BridgeError {
  return new BridgeError('quota_exceeded', { quota: 'active keys', max });
}

/** Throws world_forbidden unless the owner may act in each of these Worlds. */
async function checkWorlds(
  deps: KeyDeps,
  call: OwnerCall,
  worlds: MakeKey['worlds'],
): Promise<void> {
  if (worlds === null) return;
  const own = await deps.worldsOf(call, worlds);
  const foreign = worlds.find((word) => !own.has(word));
  if (foreign !== undefined) throw new BridgeError('world_forbidden', { word: foreign });
}

/** Makes a key. Throws world_forbidden, quota_exceeded, and service_unavailable: then no key was made. */
export async function createKey(deps: KeyDeps, call: OwnerCall, key: MakeKey): Promise<MadeKey> {
  await checkWorlds(deps, call, key.worlds);
  const { secret, row } = newSecret(deps.ids);
  const { name, scopes, worlds, expires_in_days: days } = key;
  const made = await effect(deps.db, async (tx) => {
    if (!(await lockAccount(tx, call.accountId))) throw new BridgeError('not_found', {});
    const inserted = await insertKey(
      tx,
      call.accountId,
      { ...row, name, scopes, worlds, days },
      deps.keysActiveMax,
    );
    if (inserted === undefined) throw quotaExceeded(deps.keysActiveMax);
    await journal(tx, call, 'keys.create', row.keyId);
    return inserted;
  });
  return { key: keyRecordOf(made, deps.limits), secret };
}

/** Why a key that could not be rotated cannot be. */
function notRotatable(found: KeyRow | undefined, max: number): BridgeError {
  if (found === undefined) return new BridgeError('not_found', {});
  if (found.revoked_at === null && !found.expired) return quotaExceeded(max);
  const message = 'only a key that still works can be rotated';
  return new BridgeError('invalid_input', {
    issues: [{ path: 'key_id', rule: 'active', message }],
  });
}

/**
 * Makes a successor of a key with the same name, rights and length of life; the old one works for 24 more hours at most.
 * Throws not_found, invalid_input when the key has ended, quota_exceeded.
 */
export async function rotateKey(deps: KeyDeps, call: OwnerCall, keyId: string): Promise<MadeKey> {
  const { secret, row } = newSecret(deps.ids);
  // Twice the quota, because old and new stand side by side for a while.
  const bounds = { overlapHours: ROTATION_OVERLAP_HOURS, activeMax: 2 * deps.keysActiveMax };
  const made = await effect(deps.db, async (tx) => {
    await lockAccount(tx, call.accountId);
    const replaced = await replaceKey(tx, call.accountId, keyId, row, bounds);
    if (replaced === undefined)
      throw notRotatable(await findKey(tx, call.accountId, keyId), bounds.activeMax);
    await journal(tx, call, 'keys.rotate', row.keyId);
    return replaced;
  });
  return { key: keyRecordOf(made, deps.limits), secret };
}

/** Revokes a key for every request that starts after this; revoked twice it stays as it was. Throws not_found. */
export async function endKey(deps: KeyDeps, call: OwnerCall, keyId: string): Promise<KeyRecord> {
  const row = await effect(deps.db, async (tx) => {
    const revoked = await revokeKey(tx, call.accountId, keyId);
    if (revoked === undefined) throw new BridgeError('not_found', {});
    await journal(tx, call, 'keys.revoke', keyId);
    return revoked;
  });
  return keyRecordOf(row, deps.limits);
}

/** Revokes every key of the account that still works; returns how many. */
export async function endAllKeys(deps: KeyDeps, call: OwnerCall): Promise<number> {
  return effect(deps.db, async (tx) => {
    const revoked = await revokeAllKeys(tx, call.accountId);
    await journal(tx, call, 'keys.revoke_all', null);
    return revoked;
  });
}

/** One page of the owner's keys, oldest first; `next_after` is null at the end. */
export async function keyPage(
  deps: Pick<KeyDeps, 'db' | 'limits'>,
  accountId: string,
  after: string | null,
): Promise<{ readonly keys: readonly KeyRecord[]; readonly next_after: string | null }> {
  const rows = await listKeys(deps.db, accountId, after);
  const keys = rows.slice(0, LIMITS.listLimitMax).map((row) => keyRecordOf(row, deps.limits));
  return { keys, next_after: rows.length > keys.length ? (keys.at(-1)?.key_id ?? null) : null };
}
