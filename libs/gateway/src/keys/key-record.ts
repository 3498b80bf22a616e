import type { KeyRecord } from '@bridge/contracts';
import { describeOwnRates } from '../admission/describe-rates.ts';
import type { KeyRow } from './key.store.ts';

function keyStatusOf(row: KeyRow): KeyRecord['status'] {
  if (row.revoked_at !== null) return 'revoked';
  return row.expired ? 'expired' : 'active';
}

/**
 * Converts the database row of a key to the record that owners and agents read. `limits` are the configured rates as texts;
 * the rates that the owner lowered for this key replace them. Spec: keys.form.
 */
export function keyRecordOf(row: KeyRow, limits: KeyRecord['limits']): KeyRecord {
  return {
    key_id: row.key_id,
    name: row.name,
    start: row.start,
    last4: row.last4,
    scopes: [...row.scopes],
    worlds: row.worlds === null ? null : [...row.worlds],
    status: keyStatusOf(row),
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    last_used_at: row.last_used_at?.toISOString() ?? null,
    last_used_action: row.last_used_action,
    use_count: row.use_count,
    revoked_at: row.revoked_at?.toISOString() ?? null,
    rotated_from: row.rotated_from,
    audit_all: row.audit_all,
    limits: { ...limits, ...describeOwnRates(row.limits) },
  };
}
