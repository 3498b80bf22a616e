/**
 * Folder of the migrations of the schema `builder`. The primary keys of tables that only an account reads begin with the
 * account’s id; those of `live` and `snapshot` begin with the website’s id, by which visitors read.
 */
export const BUILDER_MIGRATIONS = new URL('../../migrations/', import.meta.url);
