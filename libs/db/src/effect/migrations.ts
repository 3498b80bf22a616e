/** Folder of the migrations of schema `effect`: idempotency keys, journal (audit log) and counts of refused calls. ADR 001. */
export const EFFECT_MIGRATIONS = new URL('../../migrations/', import.meta.url);
