/** Folder of the migrations of the schema `account`. */
export const ACCOUNT_MIGRATIONS = new URL('../../migrations/', import.meta.url);
