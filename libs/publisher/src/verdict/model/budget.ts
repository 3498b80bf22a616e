/**
 * Thrown inside the analysis of a page when it has used up its budget of steps or time. The page is then `online` with the
 * warning `analysis_incomplete`; callers of `analyse` never receive this error.
 */
export class BudgetExceededError extends Error {
  override readonly name = 'BudgetExceededError';
}

/**
 * Maximum number of analysis steps (tokens, elements, addresses) for one page. A page that needs more gets the warning
 * `analysis_incomplete`. Real pages at the size limit need about 2 million.
 */
export const STEPS_MAX = 3_000_000;
/**
 * Maximum memory of all elements that are open at the same time, in units of `memoryWeight`. A more deeply nested page is not
 * analysed completely. Browsers flatten elements nested deeper than 512.
 */
export const DEPTH_MAX = 250_000;
/**
 * Maximum nesting depth of documents in a page (`srcdoc`, `data:`, `noscript`). A page with deeper ones is not analysed
 * completely.
 */
export const NESTING_MAX = 3;
/** Number of analysis steps after which the time limit is checked again. */
const STEPS_PER_LOOK = 4_096;

/** The limits of steps and time for the analysis of one page. `spend` counts steps and throws when a limit is exceeded. */
export interface AnalysisBudget {
  spend(steps: number): void;
}

/**
 * Makes the budget of one analysis. It counts steps and checks `timeIsUp` every 4,096 steps. The step limit gives the same
 * verdict on every machine; the time limit stops work that the steps do not measure.
 */
export function makeBudget(
  stepsMax = STEPS_MAX,
  timeIsUp: () => boolean = () => false,
): AnalysisBudget {
  let left = stepsMax;
  let untilLook = STEPS_PER_LOOK;
  return {
    spend(steps) {
      left -= steps;
      untilLook -= steps;
      if (left < 0) throw new BudgetExceededError('steps');
      if (untilLook > 0) return;
      untilLook = STEPS_PER_LOOK;
      if (timeIsUp()) throw new BudgetExceededError('time');
    },
  };
}
