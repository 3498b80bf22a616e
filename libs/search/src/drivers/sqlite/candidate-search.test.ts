import { systemClock } from '@bridge/kernel';
import fc from 'fast-check';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SearchCandidate } from '../../find-result.ts';
import type { SearchClause, QueryInterpretation } from '../../interpretation.ts';
import { openSearch } from '../../open-search.ts';
import type { SearchIndex } from '../../search-index.ts';
import { documentOf } from '../../search-rig.fixture.ts';

const WORDS = ['ash', 'birch', 'cedar', 'elm'] as const;
/** Enough documents that candidates come in several parts. */
const DOCUMENTS = 300;

const folder = mkdtempSync(join(tmpdir(), 'bridge-candidates-'));
let index: SearchIndex;
beforeAll(async () => {
  index = openSearch({ address: `file:${folder}`, clock: systemClock });
  const build = await index.build({ mode: 'swap', version: 'v1', resume: false });
  const documents = Array.from({ length: DOCUMENTS }, (_, at) =>
    documentOf(`alpha:${at}`, {
      title: WORDS.filter((_word, bit) => (at >> bit) % 2 === 1).join(' '),
      years: [1800 + at, 1800 + at],
      rank: at % 7,
    }),
  );
  await build.put({ documents });
  await build.commit();
});
afterAll(async () => {
  await index.close();
  rmSync(folder, { recursive: true, force: true });
});

const clauses: readonly SearchClause[] = [
  ...WORDS.map((word) => ({ any: [{ words: [word] }] })),
  { any: [{ words: ['ash', 'birch'], phrase: true }] },
];
const years = { from: 1850, to: 1900 };
const interpretation: fc.Arbitrary<QueryInterpretation> = fc.record({
  all: fc.subarray([...clauses], { minLength: 1 }),
  filter: fc.constantFrom({}, { years }),
  limit: fc.constantFrom(1, 5, 60, DOCUMENTS),
});
const query = fc.tuple(
  fc.array(interpretation, { minLength: 1, maxLength: 6 }),
  fc.constantFrom(1, 40, 1_000),
);

// Verifies: search.total.
test('an interpretation that an earlier one contains is skipped only when nothing of it is missing', async () => {
  await fc.assert(
    fc.asyncProperty(query, async ([interpretations, enough]) => {
      const shared = await index.find(interpretations, { enough });
      // Copies of the clauses are different objects, so none of these interpretations is skipped.
      const separate = interpretations.map((one) => structuredClone(one));
      const all = await index.find(separate, { enough });
      expect(shared.candidates).toEqual(all.candidates);
    }),
  );
});

test('candidates that are announced while the engine searches are those of the result, in its order', async () => {
  await fc.assert(
    fc.asyncProperty(query, async ([interpretations, enough]) => {
      const announced: SearchCandidate[] = [];
      const found = await index.find(interpretations, {
        enough,
        onFound: (candidates, before) => {
          announced.splice(before, Number.POSITIVE_INFINITY, ...candidates);
        },
      });
      expect(announced).toEqual(found.candidates);
    }),
  );
});

test('a search fails with the error of the function that it announces candidates to', async () => {
  const all = [{ all: clauses.slice(0, 1), limit: DOCUMENTS }];
  const onFound = (): never => {
    throw new Error('not scored');
  };
  await expect(index.find([...all, ...all], { enough: 1_000, onFound })).rejects.toThrow(
    'not scored',
  );
  expect((await index.find(all, { enough: 1_000 })).candidates.length).toBeGreaterThan(100);
});
