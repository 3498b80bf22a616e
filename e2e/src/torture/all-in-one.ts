import { attachOrStart } from '@bridge/db';
import {
  freePort,
  processTree,
  startApp,
  startProduct,
  until,
  type AllInOneProcess,
} from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { checkAll } from './checks.ts';
import { TortureRunHistory } from './history.ts';
import { startOutside, type ExternalServers } from './outside.ts';
import { passTime } from './pass-time.ts';
import { prng, type SeededRandom } from './prng.ts';
import type { TortureRunResults } from './report.ts';
import { makeAgents, waitForAnswers, work, type LoadSize } from './load.ts';

/** Options of a torture run (load with faults) on the all-in-one product. */
export interface AllInOneOptions {
  readonly seed: number;
  readonly rounds: number;
  readonly counts?: LoadSize;
  readonly onStep: (step: string) => void;
}

const COUNTS: LoadSize = { accounts: 2, agents: 4 };
const REPLAYS_MAX = 400;
/** Minimum time in ms for which the product runs under load after a start, before it is killed. */
const LIFE_MS_MIN = 100;
const LIFE_MS_MAX = 2_500;
/** Maximum time in ms from a start to the kill, for kills while the product is still starting. */
const START_MS_MAX = 1_500;

function killAll(pids: readonly number[]): void {
  for (const pid of pids) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // The process has already ended.
    }
  }
}

/** The all-in-one product that a run kills and restarts repeatedly, with the same data folder and addresses. */
class CrashTestedProduct {
  readonly #data: string;
  readonly #ports: AllInOneProcess['ports'];
  readonly #env: AllInOneProcess['env'];
  #product: AllInOneProcess;
  readonly startsMs: number[] = [];

  private constructor(data: string, env: AllInOneProcess['env'], product: AllInOneProcess) {
    this.#data = data;
    this.#ports = product.ports;
    this.#env = env;
    this.#product = product;
  }

  static async start(data: string, outside: ExternalServers): Promise<CrashTestedProduct> {
    const env = { BRIDGE_LIMITS: 'off', BRIDGE_LOG: 'warn', ...outside.env };
    return new CrashTestedProduct(data, env, await startProduct({ data, env }));
  }

  get product(): AllInOneProcess {
    return this.#product;
  }

  /** URL of the database; its port may change with each start. */
  async dbUrl(): Promise<string> {
    return (await attachOrStart(join(this.#data, 'db'))).url;
  }

  async kill(how: 'group' | 'main'): Promise<void> {
    const { pid, ended } = this.#product.program;
    killAll(how === 'group' ? processTree(pid) : [pid]);
    await ended;
  }

  async start(): Promise<void> {
    const from = performance.now();
    const [data, ports, env] = [this.#data, this.#ports, this.#env];
    this.#product = await startProduct({ data, ports, env });
    this.startsMs.push(performance.now() - from);
  }

  /** Starts the product and kills it after `afterMs`, before it is ready. */
  async startAndKill(afterMs: number): Promise<void> {
    const from = performance.now();
    let killed = false;
    const start = startApp('bridge', this.#product.env, (program) => {
      if (performance.now() - from < afterMs) return false;
      killed = true;
      killAll(processTree(program.pid));
      return false;
    });
    await start.catch((error: unknown) => {
      if (!killed) throw error;
    });
  }

  /** Starts a second instance on the same data folder. It must be refused; returns its output, or null when it did start. */
  async second(): Promise<string | null> {
    const ports = [await freePort(), await freePort()];
    const [app, content] = ports.map((port) => `http://localhost:${port}`);
    const env = {
      ...this.#product.env,
      BRIDGE_BASE_URL: app ?? '',
      BRIDGE_CONTENT_URL: content ?? '',
    };
    try {
      const program = await startApp('bridge', env, (started) =>
        /ready in/i.test(started.output()),
      );
      await program.kill();
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }
}

/** Numbers of kills by their kind, and of refused second instances, in all rounds so far. */
interface KillRoundCounts {
  readonly counts: Map<string, number>;
  refused: number;
}

async function round(
  victim: CrashTestedProduct,
  random: SeededRandom,
  history: TortureRunHistory,
  { counts, ...rest }: KillRoundCounts,
): Promise<number> {
  let { refused } = rest;
  const before = history.effects().length;
  await until('something to be done', () => history.effects().length > before, 60_000);
  await delay(random.between(LIFE_MS_MIN, LIFE_MS_MAX));
  if (random.chance(0.1)) {
    const refusal = await victim.second();
    if (refusal === null || !/in use by another instance/.test(refusal))
      history.find({
        promise: 'lock',
        what: `a second instance was not refused: ${refusal ?? ''}`,
      });
    else refused += 1;
  }
  const how = random.pick(['group', 'main'] as const);
  await victim.kill(how);
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1);
  count(how === 'group' ? 'SIGKILL of every process' : 'SIGKILL of the main process');
  if (random.chance(0.2)) {
    await victim.startAndKill(random.between(0, START_MS_MAX));
    count('SIGKILL during a start');
  }
  await victim.start();
  await passTime(await victim.dbUrl());
  return refused;
}

const ms = (value: number): string => `${(value / 1_000).toFixed(1)} s`;

/**
 * Kills the product under load and starts it again on the same data, `rounds` times. Then checks all promises of the product.
 */
export async function tortureAllInOne(options: AllInOneOptions): Promise<TortureRunResults> {
  const { seed, rounds, onStep } = options;
  const random = prng(seed);
  const data = mkdtempSync(join(tmpdir(), 'bridge-torture-'));
  const history = new TortureRunHistory();
  const stop = new AbortController();
  const giveUp = new AbortController();
  onStep('the all-in-one');
  const outside = await startOutside();
  const victim = await CrashTestedProduct.start(data, outside);
  try {
    const { baseUrl, contentUrl, env } = victim.product;
    const setting = { baseUrl, history, giveUp: giveUp.signal };
    const target = { env, dbUrl: await victim.dbUrl(), receiverUrl: outside.receiver.url };
    const agents = await makeAgents(setting, target, random, seed, options.counts ?? COUNTS);
    onStep(`${agents.length} agents, ${rounds} rounds`);
    const working = Promise.all(agents.map((agent) => work(agent, stop.signal)));
    const state: KillRoundCounts = { counts: new Map(), refused: 0 };
    const kills = random.fork('kills');
    for (let n = 1; n <= rounds; n += 1) {
      state.refused = await round(victim, kills, history, state);
      onStep(
        `round ${n}: started in ${ms(victim.startsMs.at(-1) ?? 0)}, ${history.effects().length} effects so far`,
      );
    }
    const healedAt = performance.now();
    const dbUrl = await victim.dbUrl();
    await waitForAnswers({ history, healedAt, stop, giveUp, dbUrl }, working);
    const { orphans, events } = await checkAll({
      dbUrl,
      receiver: outside.receiver,
      contentUrl,
      store: { folder: join(data, 'blobs') },
      agents,
      history,
      replaysMax: REPLAYS_MAX,
      onStep,
    });
    const starts = victim.startsMs.toSorted((a, b) => a - b);
    return {
      title: `Torture of the all-in-one, seed ${seed}, ${rounds} rounds`,
      history,
      faults: state.counts,
      healedAt,
      isStoreUsedUp: false,
      notes: [
        ['Orphaned objects swept', String(orphans)],
        ['Events delivered', String(events)],
        ['Start on the same data, median', ms(starts[Math.floor(starts.length / 2)] ?? 0)],
        ['Start on the same data, worst', ms(starts.at(-1) ?? 0)],
        ['Second instances refused', String(state.refused)],
      ],
    };
  } finally {
    giveUp.abort();
    await victim.product.program.stop();
    await outside.stop();
    rmSync(data, { recursive: true, force: true });
  }
}
