/** Folder of the migrations of the schema `worlds`. */
export const WORLDS_MIGRATIONS = new URL('../../migrations/', import.meta.url);
