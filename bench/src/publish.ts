import { freePort, startSplit } from '@bridge/testing';
import { keyFor } from './publish/bench-pages.ts';
import { memory } from './publish/memory.ts';
import { publishRows } from './publish/publishing.ts';
import { fastPathRows, serving } from './publish/serving.ts';
import type { ProgressPrinter, BenchComparisonRow } from './table.ts';

const PAGES = 10_000;
const SHORT_PAGES = 1_000;

/** Parts of this suite; `npm run bench -- publish serving` runs one of them. */
const PARTS = ['publishing', 'serving', 'plain', 'memory'] as const;

/** Bench suite of publishing and serving websites: speed against fixed goals and nginx, memory against fixed goals. */
export async function publish(
  say: ProgressPrinter,
  args: readonly string[],
): Promise<readonly BenchComparisonRow[]> {
  const named = PARTS.filter((part) => args.includes(part));
  const parts = new Set(named.length === 0 ? PARTS : named);
  const rows: BenchComparisonRow[] = parts.has('publishing') ? [...(await publishRows(say))] : [];
  if (parts.size === 1 && parts.has('publishing')) return rows;
  const plainPort = await freePort();
  const plainSites = { BRIDGE_FAST_PATHS: 'off', BRIDGE_CONTENT_LISTEN: `127.0.0.1:${plainPort}` };
  const split = await startSplit({
    env: { BRIDGE_LIMITS: 'off' },
    replicas: { gateway: 1, builder: 1, sites: parts.has('plain') ? 2 : 1 },
    link: async (service, n) => (service === 'sites' && n === 2 ? plainSites : {}),
  });
  try {
    const key = await keyFor(split.baseUrl, split.env);
    if (parts.has('serving')) rows.push(...(await serving(split, key, say)));
    if (parts.has('plain')) rows.push(...(await fastPathRows(split, key, plainPort, say)));
    const pages = args.includes('--short') ? SHORT_PAGES : PAGES;
    if (parts.has('memory')) rows.push(...(await memory(split, key, pages, say)));
    return rows;
  } finally {
    await split.stop();
  }
}
