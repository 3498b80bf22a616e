import { ACCOUNT_LIMITS } from './limits/account-limits.ts';
import { CALL_LIMITS } from './limits/call-limits.ts';
import { WEBSITE_LIMITS } from './limits/website-limits.ts';
import { WORLD_LIMITS } from './limits/world-limits.ts';

/**
 * Every limit of the product, each with a name. docs/spec/limits.md states them.
 * "Chars" are Unicode code points (as JSON Schema counts), "Bytes" are UTF-8 bytes, "Ms" milliseconds.
 */
export const LIMITS = {
  ...CALL_LIMITS,
  ...WEBSITE_LIMITS,
  ...WORLD_LIMITS,
  ...ACCOUNT_LIMITS,
} as const;

/** Time budget of a call by kind, in ms from the first byte of the request to the answer. Spec: actions.time-budgets. */
export const BUDGET_MS = {
  read: 5_000,
  search: 2_000,
  change: 15_000,
  publish: 30_000,
} as const;
/** The name of a time budget, which is the maximum duration of a call of one kind, such as `search`. */
export type TimeBudgetName = keyof typeof BUDGET_MS;
