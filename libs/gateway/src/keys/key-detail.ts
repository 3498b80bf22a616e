import {
  KEY_HOURS_KEPT_DAYS,
  keyRecord,
  LIMITS,
  type OnlineAgentNode,
  type KeyDetail,
  type KeyRateLimits,
  type KeyRecord,
  type RefusedCallsAnswer,
} from '@bridge/contracts';
import { BridgeError } from '@bridge/kernel';
import { findKey, type KeyRow } from './key.store.ts';
import { findSuccessor, updateKey } from './key-change.store.ts';
import { listKeyHours } from './key-hour.store.ts';
import { keyRecordOf } from './key-record.ts';
import type { ValidatedKeyChange } from './key-request.ts';
import { changeKeys } from './change-keys.ts';
import type { KeyManagementDeps } from './keys.ts';
import type { KeyChangeRequestContext } from './worlds-of.ts';

const HOURS_KEPT_MS = KEY_HOURS_KEPT_DAYS * 24 * 3_600_000;
const NO_LIMITS: KeyRateLimits = { read: null, change: null, publish: null, search: null };

/** Data of an agent key that other services store: its nodes (running agent programs) and its refused calls. */
export interface KeyDataOfOtherServices {
  readonly nodes: readonly OnlineAgentNode[];
  readonly refusals: RefusedCallsAnswer['refusals'];
  /** Names of services that were unavailable. */
  readonly missing: readonly string[];
}

/** Returns the details of one key for its owner. Throws not_found. Spec: keys.detail. */
export async function describeKey(
  deps: Pick<KeyManagementDeps, 'db' | 'limits'>,
  { accountId, keyId, now }: { accountId: string; keyId: string; now: number },
  news: KeyDataOfOtherServices,
): Promise<KeyDetail> {
  const since = new Date(now - HOURS_KEPT_MS);
  const [row, hours, successor] = await Promise.all([
    findKey(deps.db, accountId, keyId),
    listKeyHours(deps.db, accountId, keyId, since),
    findSuccessor(deps.db, accountId, keyId),
  ]);
  if (row === undefined) throw new BridgeError('not_found', {});
  return {
    key: keyRecordOf(row, deps.limits),
    own_limits: { ...NO_LIMITS, ...row.limits },
    hours: hours.map((one) => ({ ...one, hour: one.hour.toISOString() })),
    nodes: news.nodes.filter(({ key_id }) => key_id === keyId),
    refusals: news.refusals.map(({ minute, action, code, n }) => ({ minute, action, code, n })),
    rotated_to: successor,
    missing: [...news.missing],
  };
}

function keyFieldError(path: string, rule: string, message: string): BridgeError {
  return new BridgeError('invalid_input', { issues: [{ path, rule, message }] });
}

/** Returns the error that says why the change of a key was refused. */
function changeRefusal(found: KeyRow | undefined, { scopes }: ValidatedKeyChange): BridgeError {
  if (found === undefined) return new BridgeError('not_found', {});
  if (found.revoked_at !== null || found.expired)
    return keyFieldError('', 'active', 'only an active key can be changed; make a new key instead');
  const more = scopes?.find((scope) => !found.scopes.includes(scope));
  return more === undefined
    ? keyFieldError(
        'expires_in_days',
        'too_long',
        `a key lives at most ${LIMITS.keyDaysMax} days from its creation; rotate it instead`,
      )
    : keyFieldError('scopes', 'grows', `a key gains no scope (${more}); rotate it with this scope`);
}

/**
 * Changes name, scopes, rates or expiry of an active key. Scopes can only be removed. Throws not_found and
 * invalid_input. Spec: keys.shrink.
 */
export async function changeKey(
  deps: KeyManagementDeps,
  call: KeyChangeRequestContext,
  keyId: string,
  change: ValidatedKeyChange,
): Promise<KeyRecord> {
  const { name = null, scopes, limits = null, expires_in_days: days = null } = change;
  const kept = scopes === undefined ? null : [...new Set(scopes)].sort();
  const update = { name, scopes: kept, limits, days, daysMax: LIMITS.keyDaysMax };
  const { result } = await changeKeys(deps.db, call, {
    action: 'keys.change',
    request: { key_id: keyId, name, scopes: kept, limits, expires_in_days: days },
    result: keyRecord,
    apply: async (tx) => {
      const row = await updateKey(tx, call.accountId, keyId, update);
      if (row === undefined) throw changeRefusal(await findKey(tx, call.accountId, keyId), change);
      return { result: keyRecordOf(row, deps.limits), keyId };
    },
  });
  return result;
}
