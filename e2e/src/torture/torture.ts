import { checkAll } from './checks.ts';
import { FAULTS, injectFaults, planFaults, type InjectedFaultKind } from './faults.ts';
import { TortureRunHistory } from './history.ts';
import { makeAgents, SIXTEEN, type LoadSize, waitForAnswers, work } from './load.ts';
import { prng } from './prng.ts';
import type { TortureRunResults } from './report.ts';
import type { FaultInjectionSetup } from './rig.ts';

/** Options of a torture run (load with faults) on the split product. */
export interface TortureOptions {
  readonly seed: number;
  /** Time in ms for which faults are injected under load. */
  readonly totalMs: number;
  readonly kinds: readonly InjectedFaultKind[];
  readonly counts?: LoadSize;
  readonly replaysMax?: number;
  readonly onStep: (step: string) => void;
}

const REPLAYS_MAX = 400;

/** Runs the split product under load and faults, waits for its recovery, and checks every promise. */
export async function torture(
  rig: FaultInjectionSetup,
  options: TortureOptions,
): Promise<TortureRunResults> {
  const { seed, totalMs, kinds, onStep } = options;
  const { split, outside } = rig;
  const dbUrl = split.servers.postgres.url;
  const random = prng(seed);
  const history = new TortureRunHistory();
  const giveUp = new AbortController();
  const stop = new AbortController();
  const setting = { baseUrl: split.baseUrl, history, giveUp: giveUp.signal };
  const target = { env: split.env, dbUrl, receiverUrl: outside.receiver.url };
  const agents = await makeAgents(setting, target, random, seed, options.counts ?? SIXTEEN);
  const plan = planFaults(random.fork('faults'), totalMs, kinds);
  onStep(`${agents.length} agents, and ${plan.length} faults in ${Math.round(totalMs / 1_000)} s`);
  const working = Promise.all(agents.map((agent) => work(agent, stop.signal)));
  const injected = await injectFaults(rig, plan, onStep);
  const healedAt = performance.now();
  onStep('everything runs again');
  await waitForAnswers({ history, healedAt, stop, giveUp, dbUrl }, working);
  const { url, accessKey, secretKey, bucket } = split.servers.s3;
  const { orphans, events } = await checkAll({
    dbUrl,
    receiver: outside.receiver,
    contentUrl: split.contentUrl,
    store: { url: `s3+${url}/${bucket}`, accessKey, secretKey, region: 'us-east-1' },
    agents,
    history,
    replaysMax: options.replaysMax ?? REPLAYS_MAX,
    onStep,
  });
  const all = kinds.length === Object.keys(FAULTS).length;
  return {
    title: `Torture of the split product, seed ${seed}, ${all ? 'all kinds of faults' : kinds.join(', ')}`,
    history,
    faults: injected.counts,
    healedAt,
    isStoreUsedUp: rig.disk.isUsedUp(),
    notes: [
      ['Orphaned objects swept', String(orphans)],
      ['Events delivered', String(events)],
      ['Faults left out, target busy', String(injected.skipped)],
      ['Full disk', rig.disk.how],
    ],
  };
}
