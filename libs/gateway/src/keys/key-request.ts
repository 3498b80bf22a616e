import {
  idempotencyKey,
  keyId,
  keyLimits,
  LIMITS,
  SCOPE_SETS,
  SCOPES,
  word,
  type ActionName,
  visibleText,
} from '@bridge/contracts';
import { z } from 'zod';

/**
 * Maximum number of Worlds (public identities) to which one key may be limited. It is small, because every bus message of a
 * call with the key contains the list.
 */
const KEY_WORLDS_MAX = 100;

/** Schema of a key’s name: 1 to 80 characters without control characters, because it reaches terminals and headers. */
export const keyName = visibleText(LIMITS.keyNameCharsMax);
const scopes = z
  .array(z.enum(SCOPES as [ActionName, ...ActionName[]]))
  .min(1)
  .max(SCOPES.length);

/**
 * Schema of the idempotency key in every request that changes agent keys. A request that is repeated with the same
 * idempotency key changes the agent keys once.
 */
const repeatable = { idempotency_key: idempotencyKey.optional() };

/**
 * Schema of a request for a new key. Without `preset` and `scopes` the key gets the scope set `draft`, which lacks the scopes
 * to publish and to clear a draft. By default it expires after 90 days; with `expires_in_days: null` it never expires.
 */
export const makeKeyRequest = z
  .strictObject({
    ...repeatable,
    name: keyName,
    preset: z.enum(['read', 'draft']).optional(),
    scopes: scopes.optional(),
    worlds: z.array(word).min(1).max(KEY_WORLDS_MAX).nullable().default(null),
    audit_all: z.boolean().default(false),
    expires_in_days: z
      .int()
      .min(1)
      .max(LIMITS.keyDaysMax)
      .nullable()
      .default(LIMITS.keyDaysDefault),
  })
  .refine((key) => key.preset === undefined || key.scopes === undefined, {
    path: ['preset'],
    message: 'preset and scopes exclude each other',
  })
  .refine((key) => !key.audit_all || key.scopes?.includes('audit.read'), {
    path: ['audit_all'],
    message: 'audit_all needs the scope audit.read',
  })
  .transform(({ preset, scopes: chosen, worlds, ...key }) => ({
    ...key,
    scopes: [...new Set(chosen ?? SCOPE_SETS[preset ?? 'draft'])].sort(),
    worlds: worlds === null ? null : [...new Set(worlds)].sort(),
  }));
/** A validated request for a new key, with defaults filled in. */
export type NewKeyRequest = z.output<typeof makeKeyRequest>;

/** Schema of a request that changes one key: its scopes and rates can only be reduced. */
export const updateKeyRequest = z
  .strictObject({
    ...repeatable,
    name: keyName.optional(),
    scopes: scopes.optional(),
    limits: keyLimits.optional(),
    expires_in_days: z.int().min(1).max(LIMITS.keyDaysMax).optional(),
  })
  .refine(({ idempotency_key: _, ...change }) => Object.keys(change).length > 0, {
    message: 'names nothing to change',
  });
/** A validated request that changes one key. */
export type ValidatedKeyChange = z.output<typeof updateKeyRequest>;

/**
 * Hours for which a key still works after its replacement (rotation), so that agents can switch to the new key without an
 * outage.
 */
export const ROTATION_OVERLAP_HOURS = 24;

/** Schema of the requests that change existing keys: revoke, rotate and revoke all. */
export const changeKeyRequest = z.discriminatedUnion('action', [
  z.strictObject({ ...repeatable, action: z.literal('revoke'), key_id: keyId }),
  z.strictObject({
    ...repeatable,
    action: z.literal('rotate'),
    key_id: keyId,
    scopes: scopes.optional(),
    overlap_h: z.int().min(0).max(ROTATION_OVERLAP_HOURS).optional(),
  }),
  z.strictObject({ ...repeatable, action: z.literal('revoke_all') }),
]);
