/**
 * Folder of the migrations of the schema `gateway`: owners with their sign-in and sessions (the four tables of the auth
 * library), accounts, one-time links and agent keys.
 */
export const GATEWAY_MIGRATIONS = new URL('../../migrations/', import.meta.url);
