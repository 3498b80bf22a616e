/** Thrown when an analysis has used its budget. The page is then judged `online`; the caller never receives the error. */
export class BudgetSpent extends Error {
  override readonly name = 'BudgetSpent';
}

/** Maximum number of steps (tokens, elements, addresses) for one page. Real pages at the size limit need about 2 million. */
export const STEPS_MAX = 3_000_000;
/** Maximum weight of all open elements together (`memoryWeight`). Browsers flatten elements nested deeper than 512. */
export const DEPTH_MAX = 250_000;
/** Maximum nesting depth of documents (`srcdoc`, `data:`, `noscript`) that are scanned. */
export const NESTING_MAX = 3;
/** Number of steps between two reads of the clock. */
const STEPS_PER_LOOK = 4_096;

/** The step and time limits of one analysis. */
export interface Budget {
  spend(steps: number): void;
}

/**
 * Counts steps and reads the clock every 4,096 steps. The step limit gives the same verdict on every machine; the time
 * limit stops work that the step count does not measure.
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
