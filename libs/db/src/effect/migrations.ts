/** Migrations of schema `effect`: what makes an effect happen once and be remembered. ADR 001. */
export const EFFECT_MIGRATIONS = new URL('../../migrations/', import.meta.url);
