/**
 * Maximum time for a reply of the database, ms; then the connection is closed. Postgres ends an idle transaction after the
 * same time.
 */
export const ANSWER_MS_MAX = 5_000;
