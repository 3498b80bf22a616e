/**
 * Maximum time for a reply of the database, ms; then the connection is closed. Postgres itself ends a transaction that is idle
 * for as long.
 */
export const ANSWER_MS_MAX = 5_000;
