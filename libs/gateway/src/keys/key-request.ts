import {
  keyId,
  LIMITS,
  SCOPE_SETS,
  SCOPES,
  word,
  type ActionName,
  visibleText,
} from '@bridge/contracts';
import { z } from 'zod';

/** Worlds that one key may be limited to; the list travels with every call. */
const KEY_WORLDS_MAX = 100;

/** A key's name: 1 to 80 characters, no controls, because it reaches terminals and headers. */
export const keyName = visibleText(LIMITS.keyNameCharsMax);
const scopes = z
  .array(z.enum(SCOPES as [ActionName, ...ActionName[]]))
  .min(1)
  .max(SCOPES.length);

/** What makes a key: publish and clear only when spelled out, 90 days unless said otherwise, never-expiring by null. */
export const makeKeyRequest = z
  .strictObject({
    name: keyName,
    preset: z.enum(['read', 'draft']).optional(),
    scopes: scopes.optional(),
    worlds: z.array(word).min(1).max(KEY_WORLDS_MAX).nullable().default(null),
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
  .transform(({ preset, scopes: chosen, worlds, ...key }) => ({
    ...key,
    scopes: [...new Set(chosen ?? SCOPE_SETS[preset ?? 'draft'])].sort(),
    worlds: worlds === null ? null : [...new Set(worlds)].sort(),
  }));
/** A key to be made, defaults filled in. */
export type MakeKey = z.output<typeof makeKeyRequest>;

/** What else the key address does, by its `action`. */
export const changeKeyRequest = z.discriminatedUnion('action', [
  z.strictObject({ action: z.literal('revoke'), key_id: keyId }),
  z.strictObject({ action: z.literal('rotate'), key_id: keyId }),
  z.strictObject({ action: z.literal('revoke_all') }),
]);
