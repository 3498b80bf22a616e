import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';
import { generate } from './generator.ts';
import { shown, wrong, type OverloadPhaseSeconds } from './sample.ts';
import { openStage } from './stage.ts';

/** Sends requests of one key to two gateways at full speed; the rate limit must hold for both together. */
export async function twoGateways(
  times: OverloadPhaseSeconds,
  say: ProgressPrinter,
): Promise<readonly BenchComparisonRow[]> {
  const stage = await openStage('default', 1);
  try {
    const [secret = ''] = stage.secrets;
    const request = stage.request(secret, 'worlds.list', {});
    const samples = await Promise.all(
      stage.split.gatewayPorts.map((port) =>
        generate({ port, request, connections: 8, rate: 200, seconds: times.rates }),
      ),
    );
    const passed = samples.reduce((sum, { acceptedMs }) => sum + acceptedMs.length, 0);
    const policy = 40 + 20 * times.rates;
    for (const sample of samples) say(`one of two gateways: ${shown(sample)}`);
    return [
      row('reads of one key at two gateways / policy', [passed, ''], [policy, ''], ['<=', 1.5]),
      row(
        'answers at two gateways beside 2xx, 429, 503 / 1',
        [samples.reduce((sum, one) => sum + wrong(one), 0), ''],
        [1, ''],
        ['<=', 0],
      ),
    ];
  } finally {
    await stage.stop();
  }
}
