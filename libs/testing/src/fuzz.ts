import { processEnv } from '@bridge/kernel';
import fc from 'fast-check';
import { test } from 'vitest';

/** Cases of a target in the tests of every day. */
const CASES = 10_000;
/** The seed of every day; `npm run fuzz` takes a new one each time. */
const SEED = 20_261_121;
/** A hang is still told from a long run: by hand any number of cases may be asked for. */
const CASES_PER_MS_MIN = 0.05;
const START_MS = 60_000;

/** Any property of fast-check, whatever it is made of. */
type Property = fc.IRawProperty<unknown>;

/** What a target says about itself beside its name. */
export interface FuzzOptions {
  /** How many times dearer a case is than a cheap one: so many times fewer are run. */
  readonly cost?: number;
}

function given(name: string): number | null {
  const text = processEnv()[name];
  return text === undefined || text === '' ? null : Number(text);
}

/**
 * One target of `npm run fuzz`, and a test of its room: a property that any input must keep. Stands in a file named
 * `*.fuzz.test.ts`, so that the command finds it. A failure tells the smallest input that was found and the command that
 * shows it again.
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
  const timeout = START_MS + asked / CASES_PER_MS_MIN;
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
