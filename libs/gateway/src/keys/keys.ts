import { keyRecord, type KeyRecord, LIMITS } from '@bridge/contracts';
import type { DatabaseClient, SqlStatementRunner } from '@bridge/db';
import { BridgeError, hashAgentKey, makeAgentKey, type RandomIdGenerator } from '@bridge/kernel';
import { z } from 'zod';
import { changeKeys } from './change-keys.ts';
import { findSuccessor, replaceKey } from './key-change.store.ts';
import { keyRecordOf } from './key-record.ts';
import { ROTATION_OVERLAP_HOURS, type NewKeyRequest } from './key-request.ts';
import {
  findKey,
  insertKey,
  listKeys,
  lockAccount,
  revokeAllKeys,
  revokeKey,
} from './key.store.ts';
import type { KeyChangeRequestContext, FindWritableWorldsFunction } from './worlds-of.ts';

const START_CHARS = 7;
const LAST_CHARS = 4;
/** Schema of the stored result of a revocation of all keys: the number of keys that it ended. */
const revokedKeys = z.object({ revoked: z.int().nonnegative() });

/** Dependencies of the functions that create, rotate and revoke agent keys for the HTTP routes and for the terminal. */
export interface KeyManagementDeps {
  readonly db: DatabaseClient;
  readonly ids: RandomIdGenerator;
  /** Finds the Worlds (public identities) in which the owner may act. */
  readonly worldsOf: FindWritableWorldsFunction;
  /** The configured rates as texts, which the record of a key contains. */
  readonly limits: KeyRecord['limits'];
  readonly keysActiveMax: number;
}
/** A new key with its secret, which is returned only once and never stored. */
export interface KeyWithSecret {
  readonly key: KeyRecord;
  readonly secret: string;
}
/** A new key. The secret is null when an earlier identical call created it, because that call returned the secret. */
export interface CreatedKey {
  readonly key: KeyRecord;
  readonly secret: string | null;
}

function makeSecret(ids: RandomIdGenerator): {
  readonly secret: string;
  readonly row: { keyId: string; hash: Buffer; start: string; last4: string };
} {
  const secret = makeAgentKey();
  const [start, last4] = [secret.slice(0, START_CHARS), secret.slice(-LAST_CHARS)];
  return { secret, row: { keyId: ids.make('key'), hash: hashAgentKey(secret), start, last4 } };
}

function quotaExceeded(max: number): BridgeError {
  return new BridgeError('quota_exceeded', { quota: 'active keys', max });
}

/** Throws world_forbidden unless the owner has a role other than viewer in all the given Worlds (public identities). */
async function checkWorlds(
  deps: KeyManagementDeps,
  call: KeyChangeRequestContext,
  worlds: NewKeyRequest['worlds'],
): Promise<void> {
  if (worlds === null) return;
  const own = await deps.worldsOf(call, worlds);
  const foreign = worlds.find((word) => !own.has(word));
  if (foreign !== undefined) throw new BridgeError('world_forbidden', { word: foreign });
}

/**
 * Creates a key. Throws world_forbidden, quota_exceeded and service_unavailable; after an error no key exists.
 * Spec: keys.same-key.
 */
export async function createKey(
  deps: KeyManagementDeps,
  call: KeyChangeRequestContext,
  request: NewKeyRequest,
): Promise<CreatedKey> {
  const { secret, row } = makeSecret(deps.ids);
  const { name, scopes, worlds, expires_in_days: days, audit_all: auditAll } = request;
  const { result: key, isReplay } = await changeKeys(deps.db, call, {
    action: 'keys.create',
    request,
    result: keyRecord,
    check: () => checkWorlds(deps, call, worlds),
    apply: async (tx) => {
      if (!(await lockAccount(tx, call.accountId))) throw new BridgeError('not_found', {});
      const inserted = await insertKey(
        tx,
        call.accountId,
        { ...row, name, scopes, worlds, days, auditAll },
        deps.keysActiveMax,
      );
      if (inserted === undefined) throw quotaExceeded(deps.keysActiveMax);
      return { result: keyRecordOf(inserted, deps.limits), keyId: row.keyId };
    },
  });
  return { key, secret: isReplay ? null : secret };
}

function notRotatable(rule: 'rotated' | 'active', message: string): BridgeError {
  return new BridgeError('invalid_input', { issues: [{ path: 'key_id', rule, message }] });
}

/**
 * Returns the error that says why a key was not rotated: not_found, quota_exceeded, or invalid_input for a key that was rotated
 * before, was revoked or has expired.
 */
async function rotationError(
  tx: SqlStatementRunner,
  { accountId, keyId, max }: { accountId: string; keyId: string; max: number },
): Promise<BridgeError> {
  const found = await findKey(tx, accountId, keyId);
  if (found === undefined) return new BridgeError('not_found', {});
  const successor = await findSuccessor(tx, accountId, keyId);
  if (successor !== null)
    return notRotatable('rotated', `this key was rotated already; rotate ${successor} instead`);
  if (found.revoked_at === null && !found.expired) return quotaExceeded(max);
  return notRotatable('active', 'only an active key can be rotated; make a new key instead');
}

/** Options of a key rotation (replacement by a new key): scopes of the new key, and how long the old key stays valid. */
export interface KeyRotationChoices {
  readonly scopes?: readonly string[] | undefined;
  /** Hours for which the old key still works; 0 ends it now. */
  readonly overlap_h?: number | undefined;
}

/**
 * Replaces a key by a new one with the same name, allowed Worlds (public identities), rates and lifetime, and the same scopes
 * unless others are chosen. The old key works for at most 24 more hours. Throws not_found, quota_exceeded, and invalid_input
 * for a key that was rotated before, was revoked or has expired. Spec: keys.rotation, keys.rotated-once.
 */
export async function rotateKey(
  deps: KeyManagementDeps,
  call: KeyChangeRequestContext,
  keyId: string,
  { scopes, overlap_h: overlapHours = ROTATION_OVERLAP_HOURS }: KeyRotationChoices = {},
): Promise<CreatedKey> {
  const { secret, row } = makeSecret(deps.ids);
  // Old and new keys are both active during the overlap, so the limit is twice the quota.
  const bounds = { overlapHours, activeMax: 2 * deps.keysActiveMax, scopes: scopes ?? null };
  const { result: key, isReplay } = await changeKeys(deps.db, call, {
    action: 'keys.rotate',
    request: { key_id: keyId, scopes: bounds.scopes, overlap_h: overlapHours },
    result: keyRecord,
    apply: async (tx) => {
      await lockAccount(tx, call.accountId);
      const replaced = await replaceKey(tx, call.accountId, keyId, row, bounds);
      if (replaced === undefined)
        throw await rotationError(tx, { ...call, keyId, max: bounds.activeMax });
      return { result: keyRecordOf(replaced, deps.limits), keyId: row.keyId };
    },
  });
  return { key, secret: isReplay ? null : secret };
}

/** Revokes a key for all requests that start afterwards. A second revocation changes nothing. Throws not_found. */
export async function revokeOwnKey(
  deps: KeyManagementDeps,
  call: KeyChangeRequestContext,
  keyId: string,
): Promise<KeyRecord> {
  const { result } = await changeKeys(deps.db, call, {
    action: 'keys.revoke',
    request: { key_id: keyId },
    result: keyRecord,
    apply: async (tx) => {
      const revoked = await revokeKey(tx, call.accountId, keyId);
      if (revoked === undefined) throw new BridgeError('not_found', {});
      return { result: keyRecordOf(revoked, deps.limits), keyId };
    },
  });
  return result;
}

/** Revokes all active keys of the account; returns their number. */
export async function revokeAllOwnKeys(
  { db }: KeyManagementDeps,
  call: KeyChangeRequestContext,
): Promise<number> {
  const { result } = await changeKeys(db, call, {
    action: 'keys.revoke_all',
    request: {},
    result: revokedKeys,
    apply: async (tx) => ({ result: { revoked: await revokeAllKeys(tx, call.accountId) } }),
  });
  return result.revoked;
}

/** Returns one page of the owner's keys, oldest first; `next_after` is null on the last page. */
export async function listKeyPage(
  deps: Pick<KeyManagementDeps, 'db' | 'limits'>,
  accountId: string,
  after: string | null,
): Promise<{ readonly keys: readonly KeyRecord[]; readonly next_after: string | null }> {
  const rows = await listKeys(deps.db, accountId, after);
  const keys = rows.slice(0, LIMITS.listLimitMax).map((row) => keyRecordOf(row, deps.limits));
  return { keys, next_after: rows.length > keys.length ? (keys.at(-1)?.key_id ?? null) : null };
}
