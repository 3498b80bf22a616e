import { startProduct } from '@bridge/testing';
import { medianMs } from '../large.ts';
import { cpuMs } from '../process.ts';
import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';
import { createPage, keyFor, LARGE_CHARS, publishPage } from './bench-pages.ts';

const SMALL_CHARS = 100 * 1024;

/** Publishes pages of `chars` characters. Returns the median duration in ms, and the CPU time per publication. */
async function publishMs(
  baseUrl: string,
  key: string,
  chars: number,
  rounds: number,
  pid: number,
): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const pages: number[] = [];
  for (let n = 0; n <= rounds; n += 1) pages.push(await createPage(baseUrl, key, chars));
  const from = cpuMs(pid);
  const ms = await medianMs(
    async (round) => void (await publishPage(baseUrl, key, pages[round] ?? 0)),
    rounds,
  );
  return { ms, cpuMs: (cpuMs(pid) - from) / (rounds + 1) };
}

/** Measures the publication of a small and of a large page in the all-in-one product. */
export async function publishRows(say: ProgressPrinter): Promise<readonly BenchComparisonRow[]> {
  const product = await startProduct({ env: { BRIDGE_LIMITS: 'off' } });
  try {
    const key = await keyFor(product.baseUrl, product.env);
    say('publishing 100 KB and 5 MiB in the all-in-one');
    const { pid } = product.program;
    const small = await publishMs(product.baseUrl, key, SMALL_CHARS, 15, pid);
    const large = await publishMs(product.baseUrl, key, LARGE_CHARS, 5, pid);
    return [
      row('publish of 100 KB, p50', [small.ms, 'ms'], [40, 'ms'], ['<=', 1]),
      // CPU time of all threads of the process; it depends little on other load on the machine.
      row('  its CPU time', [small.cpuMs, 'ms'], [40, 'ms'], ['<=', 2]),
      row('publish of 5 MiB, p50', [large.ms, 'ms'], [1_500, 'ms'], ['<=', 1]),
      row('  its CPU time', [large.cpuMs, 'ms'], [1_500, 'ms'], ['<=', 2]),
    ];
  } finally {
    await product.stop();
  }
}
