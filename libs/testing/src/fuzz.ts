import { processEnv } from '@bridge/kernel';
import fc from 'fast-check';
import { test } from 'vitest';

/** Cases of a target in an ordinary test run. */
const CASES = 10_000;
/** The seed of an ordinary test run; `npm run fuzz` takes a new one each time. */
const SEED = 20_261_121;
/** The time limit of a run grows with its number of cases, so that it still detects a hang. */
const CASES_PER_MS_MIN = 0.05;
const BASE_TIMEOUT_MS = 60_000;

/** A fast-check property over values of any type. */
type Property = fc.IRawProperty<unknown>;

/** Options of a target. */
export interface FuzzOptions {
  /** Relative cost of a case: the number of cases is divided by it. */
  readonly cost?: number;
}

function given(name: string): number | null {
  const text = processEnv()[name];
  return text === undefined || text === '' ? null : Number(text);
}

/**
 * Declares a target of `npm run fuzz` that is also a test of its lib: a property that must hold for any input. Its file is
 * named `*.fuzz.test.ts`, so that the command finds it. A failure prints the smallest input that was found and the command
 * that reproduces it.
 */
export function fuzz(
  name: string,
  promise: string,
  property: () => Property | Promise<Property>,
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
