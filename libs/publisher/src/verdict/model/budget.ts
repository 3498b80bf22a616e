/** Thrown when an analysis has used its budget; the page is then online, never an error. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** Steps (tokens, elements, addresses) one page may cost; a page of real code at its size limit needs about 2 million. */
export const STEPS_MAX = 3_000_000;
/** Elements open at once; browsers flatten from 512 on. */
export const DEPTH_MAX = 250_000;
/** Documents within documents (`srcdoc`, `data:`, `noscript`) that are followed. */
export const NESTING_MAX = 3;
/** Steps between two readings of the clock. */
const STEPS_PER_LOOK = 4_096;

/** The limit of one analysis. */
export interface Budget {
  spend(steps: number): void;
}

/**
 * Counts steps and reads the clock every 4,096 steps. The step limit is the same on every machine; the time
 * limit only stops work that steps do not measure.
 */
export function makeBudget(stepsMax = STEPS_MAX, timeIsUp: () => boolean = () => false): Budget {
  let left = stepsMax;
  let untilLook = STEPS_PER_LOOK;
  return {
    spend(steps) {
      left -= steps;
      untilLook -= steps;
      if (left < 0) throw new BudgetSpent('steps');
      if (untilLook > 0) return;
      untilLook = STEPS_PER_LOOK;
      if (timeIsUp()) throw new BudgetSpent('time');
    },
  };
}
