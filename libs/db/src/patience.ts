/**
 * Maximum wait for a reply of the database, ms; then its connection counts as dead. Postgres ends an idle transaction
 * of a frozen process after the same time.
 */
export const ANSWER_MS_MAX = 5_000;
