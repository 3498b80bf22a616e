import { ALL_TOOL_SCOPES, newOwner } from '@bridge/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { move, MOVES, type Agent } from './agent.ts';
import { checkAll } from './checks.ts';
import { FAULTS, injectFaults, planFaults, type Fault } from './faults.ts';
import { History } from './history.ts';
import { prng, type Prng } from './prng.ts';
import { report, worstWaits, type Outcome } from './report.ts';
import type { Rig } from './rig.ts';
import { Account } from './stage.ts';

/** How a run is made. */
export interface TortureOptions {
  readonly seed: number;
  /** How long faults are injected under load. */
  readonly totalMs: number;
  readonly kinds: readonly Fault[];
  readonly onStep: (step: string) => void;
}

const ACCOUNTS = 4;
const AGENTS_PER_ACCOUNT = 4;
/** Every call has its definite answer this long after the last fault is over. */
export const DEFINITE_MS_MAX = 30_000;
/** Afterwards nobody waits for it any more. */
const GIVE_UP_MS = 60_000;
/** What everybody goes on doing when all is well again, so that healing shows. */
const AFTER_HEAL_MS = 2_000;
const REPLAYS_MAX = 400;

/** Makes accounts, each with agents that have a key of their own. */
export async function makeAgents(
  setting: Pick<Agent, 'baseUrl' | 'history' | 'giveUp'>,
  env: Readonly<Record<string, string>>,
  { random, run }: { readonly random: Prng; readonly run: string },
  counts = { accounts: ACCOUNTS, agents: AGENTS_PER_ACCOUNT },
): Promise<Agent[]> {
  const agents: Agent[] = [];
  let marks = 0;
  const mark = (what: string): string => `${what}-${run}-${(marks += 1).toString(36)}x`;
  for (let a = 1; a <= counts.accounts; a += 1) {
    const account = new Account(`account ${a}`);
    const owner = await newOwner(setting.baseUrl, env);
    for (let n = 1; n <= counts.agents; n += 1) {
      const name = `agent ${a}.${n}`;
      const { secret } = await owner.makeKey({ name, scopes: ALL_TOOL_SCOPES });
      const surface = n % 2 === 0 ? 'mcp' : 'act';
      agents.push({ ...setting, name, account, secret, surface, random: random.fork(name), mark });
    }
  }
  return agents;
}

/** Lets an agent go on with its plan until it is told to stop; what it has begun it ends. */
export async function work(agent: Agent, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && !agent.giveUp.aborted) await move(agent, agent.random.weighted(MOVES));
}

/** One run on the split product: load, faults, healing, checks. */
export async function torture(rig: Rig, options: TortureOptions): Promise<Outcome> {
  const { seed, totalMs, kinds, onStep } = options;
  const { split } = rig;
  const random = prng(seed);
  const history = new History();
  const giveUp = new AbortController();
  const stop = new AbortController();
  const setting = { baseUrl: split.baseUrl, history, giveUp: giveUp.signal };
  const run = `${seed.toString(36)}${Math.round(performance.now()).toString(36)}`;
  onStep(`${ACCOUNTS * AGENTS_PER_ACCOUNT} agents of ${ACCOUNTS} accounts`);
  const agents = await makeAgents(setting, split.env, { random, run });
  const plan = planFaults(random.fork('faults'), totalMs, kinds);
  onStep(`load, and ${plan.length} faults in ${Math.round(totalMs / 1_000)} s`);
  const working = Promise.all(agents.map((agent) => work(agent, stop.signal)));
  const injected = await injectFaults(rig, plan, onStep);
  const healedAt = performance.now();
  onStep('everything runs again');
  await delay(AFTER_HEAL_MS);
  stop.abort();
  const over = new AbortController();
  void delay(GIVE_UP_MS, undefined, { signal: over.signal }).then(
    () => giveUp.abort(),
    () => undefined,
  );
  await working;
  const { afterHealMs } = worstWaits({ history, healedAt });
  if (afterHealMs > DEFINITE_MS_MAX)
    history.find({
      promise: 'definite',
      what: `a call waited ${Math.round(afterHealMs)} ms for its answer after all was well again`,
    });
  const { url, accessKey, secretKey, bucket } = split.servers.s3;
  await checkAll({
    dbUrl: split.servers.postgres.url,
    contentUrl: split.contentUrl,
    store: { url: `s3+${url}/${bucket}`, accessKey, secretKey, region: 'us-east-1' },
    agents,
    history,
    replaysMax: REPLAYS_MAX,
    onStep,
  });
  over.abort();
  return {
    title: `Torture of the split product, seed ${seed}, ${kinds.length === Object.keys(FAULTS).length ? 'all kinds of faults' : kinds.join(', ')}`,
    history,
    faults: injected.counts,
    healedAt,
    notes: [
      ['Faults left out, target busy', String(injected.skipped)],
      ['Full disk', rig.disk.how],
    ],
  };
}

export { report };
