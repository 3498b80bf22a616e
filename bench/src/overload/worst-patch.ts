import { LIMITS } from '@bridge/contracts';
import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';
import { generate } from './generator.ts';
import { p99, shown, SMALL_READS, type OverloadPhaseSeconds } from './sample.ts';
import type { OverloadSetup } from './stage.ts';

/** Measures small reads while another key sends the most expensive valid patch of a page of maximum size. */
export async function worstPatch(
  stage: OverloadSetup,
  times: OverloadPhaseSeconds,
  say: ProgressPrinter,
): Promise<readonly BenchComparisonRow[]> {
  const [reader = '', writer = ''] = stage.secrets;
  const plan = {
    port: stage.split.gatewayPorts[0] ?? 0,
    request: stage.request(reader, 'worlds.list', {}),
    ...SMALL_READS,
  };
  const idle = await generate({ ...plan, seconds: times.baseline });
  const made = await stage.call(writer, 'builder.create', {
    title: 'Worst',
    word: stage.word,
    raw_html: 'a'.repeat(LIMITS.rawHtmlCharsMax),
    idempotency_key: 'worst-page',
  });
  const { page_id: pageId } = made.body.result?.['website'] as { page_id: number };
  const ops = Array.from({ length: LIMITS.patchOpsMax }, (_, n) => {
    const half = 'a'.repeat(300_000 + n);
    return { op: 'replace_text', old: `${half}b${half}`, new: 'x' };
  });
  const reading = generate({ ...plan, seconds: times.baseline });
  const from = performance.now();
  const answer = await stage.call(writer, 'builder.patch', {
    page_id: pageId,
    expected_revision: 1,
    idempotency_key: 'worst-patch',
    patch_ops: ops,
  });
  const ms = performance.now() - from;
  const busy = await reading;
  say(
    `worst patch: ${answer.status} ${answer.body.error?.code ?? ''} in ${ms.toFixed(0)} ms; reads ${shown(busy)}`,
  );
  return [
    row('50 worst operations on 5 Mi characters / 5 s', [ms, 'ms'], [5_000, 'ms'], ['<=', 1]),
    row('reads beside it, p99 / 250 ms', [p99(busy), 'ms'], [250, 'ms'], ['<=', 1]),
    row('reads beside it, p99 / idle (shown)', [p99(busy), 'ms'], [p99(idle), 'ms'], ['>=', 0]),
  ];
}
