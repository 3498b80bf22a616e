import { evaluate, type SearchEvaluationResult, type JudgedQuery } from '@bridge/archive';
import { processEnv, systemClock } from '@bridge/kernel';
import { openSearch } from '@bridge/search';
import { ArchiveSearcher } from '@bridge/surf';
import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';
import { goal, judged, printQuality, qualityRows } from './archive-rows.ts';
import { namedEngine, preparedSeconds, waitingOnEngine } from './engine.ts';
import { runImport } from './run-import.ts';

/** Number of timed rounds over all judged queries (whose relevant records are known). */
const ENGINE_ROUNDS = 3;

/**
 * Times searches with Meilisearch. Compares the median duration of a search with the median time that it waits for Meilisearch.
 */
async function engineSearchRows(
  archive: ArchiveSearcher,
  queries: readonly JudgedQuery[],
): Promise<BenchComparisonRow[]> {
  const took: { readonly ms: number; readonly waitedMs: number }[] = [];
  for (let round = 0; round < ENGINE_ROUNDS; round += 1)
    for (const query of queries) took.push(await waitingOnEngine(() => judged(archive, query)));
  const middle = (of: (one: (typeof took)[number]) => number): number =>
    took.map(of).toSorted((x, y) => x - y)[Math.floor(took.length / 2)] ?? Number.NaN;
  return [
    row(
      'engine: a search / what the engine takes of it, p50',
      [middle(({ ms }) => ms), 'ms'],
      [middle(({ waitedMs }) => waitedMs), 'ms'],
      ['<=', 1.3],
    ),
  ];
}

/** Measures the archive on Meilisearch with the same files and queries. Makes no rows unless BRIDGE_TEST_MEILI is set. */
export async function engineRows(
  say: ProgressPrinter,
  paths: readonly string[],
  queries: readonly JudgedQuery[],
  embedded: SearchEvaluationResult | null,
): Promise<BenchComparisonRow[]> {
  const engine = namedEngine(processEnv()['BRIDGE_TEST_MEILI']);
  if (engine === null) {
    say('no second engine: BRIDGE_TEST_MEILI names none');
    return [];
  }
  const { origin, key } = engine;
  const address = `meili+${origin}`;
  say('import of all files into the engine of BRIDGE_TEST_MEILI');
  const cost = await runImport(['--swap', ...paths], {
    BRIDGE_SEARCH: address,
    BRIDGE_MEILI_KEY: key,
  });
  const index = openSearch({ address, key, clock: systemClock });
  try {
    const archive = new ArchiveSearcher(index);
    const evaluation = await evaluate(queries, (query) => judged(archive, query));
    printQuality(say, evaluation);
    const searches = await engineSearchRows(archive, queries);
    say('the same documents as prepared payloads');
    const prepared = await preparedSeconds(engine, 'refs');
    return [
      row('engine: import / prepared payloads', [cost.seconds, 's'], [prepared, 's'], ['<=', 1.25]),
      ...qualityRows('engine', evaluation),
      ...(embedded === null
        ? []
        : [
            goal(
              'difference of the engines',
              [Math.abs(evaluation.ndcg - embedded.ndcg), ''],
              ['<=', 0.02],
            ),
          ]),
      ...searches,
    ];
  } finally {
    await index.close();
  }
}
