import { expect, test } from 'vitest';
import type { MutationTestTarget } from './cores.ts';
import { runCore } from './run-core.ts';

const SAMPLE: MutationTestTarget = {
  name: 'sample',
  decides: 'nothing',
  project: 'scripts',
  sources: ['mutate/fixtures/*.ts'],
  tests: ['mutate/fixtures/'],
  remembers: true,
};

test('a run reports which changes the tests notice', { timeout: 120_000 }, async () => {
  const { mutants } = await runCore(SAMPLE, '');
  const fates = Object.fromEntries(
    mutants.map(({ lineText, label, fate }) => [`${lineText} | ${label}`, fate]),
  );
  expect(fates).toMatchObject({
    // The mutant is an endless loop. The run is stopped, and the mutant counts as killed.
    'for (let i = 0; i < end; i += 1) sum += i; | i += 1 → i -= 1': 'killed',
    'for (let i = 0; i < end; i += 1) sum += i; | i < end → i <= end': 'killed',
    'for (let i = 0; i < end; i += 1) sum += i; | 0 → 0 + 1': 'survived',
    // This mutant is executed only when the file is loaded, and it survives because no test checks the value of `UNIT`.
    'const UNIT = 10; | 10 → 10 + 1': 'survived',
    'return value <= UNIT; | value <= UNIT → value < UNIT': 'killed',
    // The mutant must be killed although an earlier run has cached the value.
    'if (known !== undefined) return known; | known !== undefined → true': 'killed',
    'const result = value / 2; | value / 2 → value * 2': 'killed',
    'kept.set(value, result); | kept.set(value, result); → (left out)': 'survived',
    'return true; | true → false': 'not reached',
  });
});
