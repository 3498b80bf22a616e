/** Migrations of schema `effect`: what makes an effect happen once and be remembered. Source: house design section 4, ADR 001. */
export const EFFECT_MIGRATIONS = new URL('../../migrations/', import.meta.url);
