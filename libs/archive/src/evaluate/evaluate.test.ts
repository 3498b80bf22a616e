import { describe, expect, test } from 'vitest';
import { compareRuns } from './compare.ts';
import { crossValidate } from './cross-validate.ts';
import { type QueryScore } from './evaluate.ts';
import { intervalOf } from './sample-mean.ts';

const scoreOf = (qid: string, ndcg: number): QueryScore => ({
  qid,
  query: qid,
  type: 'title',
  ndcg,
  reciprocalRank: ndcg,
  recall: ndcg,
  hits: 1,
  ms: 1,
});

describe('the scores of an evaluation', () => {
  test('have an interval that holds the mean and is the same in every run', () => {
    const values = Array.from({ length: 40 }, (_, at) => (at % 4) / 3);
    const { mean, low, high } = intervalOf(values);
    expect(mean).toBeCloseTo(0.5);
    expect(low).toBeLessThan(mean);
    expect(high).toBeGreaterThan(mean);
    expect(high - low).toBeLessThan(0.3);
    expect(intervalOf(values)).toEqual({ mean, low, high });
  });

  test('of equal values, one value or none have an interval without width', () => {
    expect(intervalOf([0.5, 0.5, 0.5])).toEqual({ mean: 0.5, low: 0.5, high: 0.5 });
    expect(intervalOf([0.7])).toEqual({ mean: 0.7, low: 0.7, high: 0.7 });
    expect(intervalOf([])).toEqual({ mean: 0, low: 0, high: 0 });
  });

  test('are compared with a saved run query by query, the largest change first', () => {
    const after = [scoreOf('a', 0.5), scoreOf('b', 0.9), scoreOf('c', 0.2), scoreOf('new', 1)];
    const { queries, difference, changed } = compareRuns(
      [scoreOf('a', 0.5), scoreOf('b', 0.8), scoreOf('c', 0.6)],
      after,
    );
    expect(queries).toBe(3);
    expect(difference.mean).toBeCloseTo(-0.1);
    expect(changed.map(({ qid }) => qid)).toEqual(['c', 'b']);
  });

  test('of two files that use the same ids are compared with those of the same query', () => {
    const both = [
      { ...scoreOf('log-1', 0.2), query: 'windmill' },
      { ...scoreOf('log-1', 0.9), query: 'harbour' },
    ];
    expect(compareRuns(both, both)).toMatchObject({ queries: 2, changed: [] });
  });

  test('are cross-validated: a fold is scored by the configuration that is best without it', () => {
    const run = (name: string, ndcg: readonly number[]) => ({
      name,
      scores: ndcg.map((one, at) => scoreOf(String(at), one)),
    });
    // "lucky" is best on the first fold only. That fold uses the configuration that is best on the other folds, which is
    // "even".
    const { ndcg, folds } = crossValidate(
      [run('even', [0.5, 0.5, 0.5, 0.5]), run('lucky', [1, 0.3, 1, 0.3])],
      2,
    );
    expect(folds.map(({ chosen }) => chosen)).toEqual(['even', 'lucky']);
    expect(ndcg).toBeCloseTo((0.5 + 0.3) / 2);
  });
});
