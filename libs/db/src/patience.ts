/**
 * How long anything waits for an answer of the database: what needs longer is dead, and its connection is given up.
 * Postgres in its turn ends after as long what a frozen process of ours left open.
 */
export const ANSWER_MS_MAX = 5_000;
