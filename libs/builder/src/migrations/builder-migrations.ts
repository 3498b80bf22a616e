/**
 * Folder of the migrations of the schema `builder`. Primary keys begin with the account, except in `live` and
 * `snapshot`: visitors read these by the website’s id.
 */
export const BUILDER_MIGRATIONS = new URL('../../migrations/', import.meta.url);
