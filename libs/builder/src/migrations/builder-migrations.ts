/**
 * Migrations of schema `builder`: websites, their revisions, and what of them is public. The tables refuse invalid states.
 * The key of a private table begins with the account; `live` and `snapshot`, which the public reads, begin with the website.
 */
export const BUILDER_MIGRATIONS = new URL('../../migrations/', import.meta.url);
