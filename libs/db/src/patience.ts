/**
 * How long anything waits for an answer of the database: what needs longer is dead, and its connection is given up.
 * Postgres in its turn ends after as long what a frozen process of ours left open.
 */
export const ANSWER_MS_MAX = 5_000;

/** The first pause, in ms, between tries while another transaction holds a row; each is twice the one before. */
export const BACK_OFF_MS_MIN = 20;
/** The longest of these pauses, in ms. */
export const BACK_OFF_MS_MAX = 400;
