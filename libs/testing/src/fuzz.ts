import { processEnv } from '@bridge/kernel';
import fc from 'fast-check';
import { test } from 'vitest';

/** Number of generated cases per fuzz target in a normal test run. */
const CASES = 10_000;
/** Random seed of a normal test run; `npm run fuzz` uses a new one each time. */
const SEED = 20_261_121;
/** Minimum speed, in cases per ms, from which the time limit of a fuzz run is computed. A slower run counts as a hang. */
const CASES_PER_MS_MIN = 0.05;
const BASE_TIMEOUT_MS = 60_000;

/** A fast-check property for values of any type. */
type FuzzProperty = fc.IRawProperty<unknown>;

/** Options of a fuzz target. */
export interface FuzzOptions {
  /** Cost of one case relative to an ordinary one: the number of cases is divided by it. Default 1. */
  readonly cost?: number;
}

function given(name: string): number | null {
  const text = processEnv()[name];
  return text === undefined || text === '' ? null : Number(text);
}

/**
 * Declares a fuzz target: a property that must hold for all generated inputs. `npm run fuzz` finds it in files named
 * `*.fuzz.test.ts`. A failure prints the smallest failing input and the command that reproduces it.
 */
export function fuzz(
  name: string,
  promise: string,
  property: () => FuzzProperty | Promise<FuzzProperty>,
  { cost = 1 }: FuzzOptions = {},
): void {
  const asked = given('BRIDGE_TEST_FUZZ_RUNS') ?? CASES;
  const seed = given('BRIDGE_TEST_FUZZ_SEED') ?? SEED;
  const numRuns = Math.max(1, Math.ceil(asked / cost));
  const timeout = BASE_TIMEOUT_MS + asked / CASES_PER_MS_MIN;
  test(`${name}: ${promise} (${numRuns} cases)`, { timeout }, async () => {
    const found = await fc.check((await property()) as fc.IAsyncProperty<unknown>, {
      numRuns,
      seed,
    });
    if (!found.failed) return;
    throw new Error(
      `${fc.defaultReportMessage(found) ?? 'failed'}\n\nAgain: npm run fuzz -- --only ${name} --seed ${seed} --runs ${asked}`,
      { cause: found.errorInstance },
    );
  });
}
