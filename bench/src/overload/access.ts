import { row, type BenchComparisonRow } from '../table.ts';
import { quantile } from './generator.ts';
import type { ActionCallResponse, OverloadSetup } from './stage.ts';

/**
 * Number of pairs of calls per MCP tool. A pair is one call for a website of another account and one for a missing website.
 * Which of them comes first alternates.
 */
const PAIRS = 400;
const WARM_PAIRS = 50;
const GUARD = { expected_revision: 1, idempotency_key: 'access-key' };

/** The MCP tools that require a `page_id`, each with the other properties of its input. */
const TOOLS: Readonly<Record<string, object>> = {
  'builder.get': {},
  'builder.patch': { ...GUARD, patch_ops: [{ op: 'replace_text', old: 'first', new: 'x' }] },
  'builder.attach': { ...GUARD, word: 'overload-world' },
  'builder.clear': GUARD,
  'builder.publish': GUARD,
};

function mustBeMissing(reply: ActionCallResponse): void {
  if (reply.body.error?.code !== 'page_not_found')
    throw new Error(`expected page_not_found, not ${reply.status} ${JSON.stringify(reply.body)}`);
}

/**
 * Compares how long a call is refused for a page of another account and for a missing page. The times must not differ, because
 * they would reveal which pages exist.
 */
export async function foreignAndMissing(
  stage: OverloadSetup,
): Promise<readonly BenchComparisonRow[]> {
  const [, owner = ''] = stage.secrets;
  const made = await stage.call(owner, 'builder.create', {
    title: 'Not yours',
    word: stage.word,
    raw_html: '<p>first',
    idempotency_key: 'access-page',
  });
  const { page_id: foreign } = made.body.result?.['website'] as { page_id: number };
  const missing = foreign + 1_000_000;
  const stranger = await stage.stranger();
  const rows: BenchComparisonRow[] = [];
  for (const [tool, rest] of Object.entries(TOOLS)) {
    const took: Record<'foreign' | 'missing', number[]> = { foreign: [], missing: [] };
    const ask = async (which: 'foreign' | 'missing'): Promise<number> => {
      const from = performance.now();
      const page = { page_id: which === 'foreign' ? foreign : missing };
      mustBeMissing(await stage.call(stranger, tool, { ...page, ...rest }));
      return performance.now() - from;
    };
    for (let pair = -WARM_PAIRS; pair < PAIRS; pair += 1) {
      const order =
        pair % 2 === 0 ? (['foreign', 'missing'] as const) : (['missing', 'foreign'] as const);
      for (const which of order) {
        const ms = await ask(which);
        if (pair >= 0) took[which].push(ms);
      }
    }
    const medians = [quantile(took.foreign, 0.5), quantile(took.missing, 0.5)];
    const [slower, faster] = [Math.max(...medians), Math.min(...medians)];
    const name = `${tool}, foreign and missing page: slower / faster p50`;
    rows.push(row(name, [slower, 'ms'], [faster, 'ms'], ['<=', 1.1]));
  }
  return rows;
}
