import {
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

/** Maximum number of Worlds that one key may be limited to; every call on the bus carries the list. */
const KEY_WORLDS_MAX = 100;

/** A key's name: 1 to 80 characters without control characters, because it reaches terminals and headers. */
export const keyName = visibleText(LIMITS.keyNameCharsMax);
const scopes = z
  .array(z.enum(SCOPES as [ActionName, ...ActionName[]]))
  .min(1)
  .max(SCOPES.length);

/**
 * Schema of a request for a new key. Without `preset` and `scopes` the key has the draft set, which contains neither publish
 * nor clear. It expires after 90 days by default, never with `expires_in_days: null`.
 */
export const makeKeyRequest = z
  .strictObject({
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
/** A request for a new key with its defaults. */
export type KeyRequest = z.output<typeof makeKeyRequest>;

/** Schema of a change of one key: its scopes and rates can only shrink. */
export const updateKeyRequest = z
  .strictObject({
    name: keyName.optional(),
    scopes: scopes.optional(),
    limits: keyLimits.optional(),
    expires_in_days: z.int().min(1).max(LIMITS.keyDaysMax).optional(),
  })
  .refine((change) => Object.keys(change).length > 0, { message: 'names nothing to change' });
/** A change of one key. */
export type KeyChange = z.output<typeof updateKeyRequest>;

/** A rotated key works for this long, so that agents change to its successor without an outage. */
export const ROTATION_OVERLAP_HOURS = 24;

/** Schema of the other requests to the address of keys. */
export const changeKeyRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('revoke'), key_id: keyId }),
  z.strictObject({
    action: z.literal('rotate'),
    key_id: keyId,
    scopes: scopes.optional(),
    overlap_h: z.int().min(0).max(ROTATION_OVERLAP_HOURS).optional(),
  }),
  z.strictObject({ action: z.literal('revoke_all') }),
]);
