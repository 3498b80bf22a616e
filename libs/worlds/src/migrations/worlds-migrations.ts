/** Migrations of schema `worlds`: which account founded which word, and which accounts may act there. */
export const WORLDS_MIGRATIONS = new URL('../../migrations/', import.meta.url);
