import { LIMITS } from '@bridge/contracts';
import { ALL_TOOL_SCOPES, newOwner } from '@bridge/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { move, MOVES, type Agent } from './agent.ts';
import type { History } from './history.ts';
import type { Prng } from './prng.ts';
import { worstWaits } from './report.ts';
import { Account } from './stage.ts';

/** Numbers of accounts and agents. */
export interface Counts {
  readonly accounts: number;
  /** Agents of each account. */
  readonly agents: number;
}
/** Sixteen agents, four on the same pages. */
export const SIXTEEN: Counts = { accounts: 4, agents: 4 };

/**
 * Every call must have its definite answer within this time after the last fault: a publication whose worker died just
 * before continues when its lease has ended.
 */
const DEFINITE_MS_MAX = LIMITS.publishLeaseMs + 2_000;
/** After this time the run stops waiting for an answer. */
const GIVE_UP_MS = 60_000;
/** Time in which the agents keep working after the last fault, so that the report shows the recovery. */
const AFTER_HEAL_MS = 2_000;

/** Creates accounts with agents, each of which has its own key. */
export async function makeAgents(
  setting: Pick<Agent, 'baseUrl' | 'history' | 'giveUp'>,
  env: Readonly<Record<string, string>>,
  random: Prng,
  seed: number,
  counts: Counts,
): Promise<Agent[]> {
  const agents: Agent[] = [];
  // Two runs on one product never share names, even with the same seed.
  const run = `${seed.toString(36)}${Math.round(performance.now()).toString(36)}`;
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

/** Runs an agent's plan until `stop` is aborted; the agent finishes its current move. */
export async function work(agent: Agent, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && !agent.giveUp.aborted) await move(agent, agent.random.weighted(MOVES));
}

/** Ends a run after the last fault: the agents begin no new moves, and each call must get its answer in time. */
export async function waitForAnswers(
  run: {
    readonly history: History;
    readonly healedAt: number;
    readonly stop: AbortController;
    readonly giveUp: AbortController;
  },
  working: Promise<unknown>,
): Promise<void> {
  const { history, healedAt, stop, giveUp } = run;
  await delay(AFTER_HEAL_MS);
  stop.abort();
  const over = new AbortController();
  void delay(GIVE_UP_MS, undefined, { signal: over.signal }).then(
    () => giveUp.abort(),
    () => undefined,
  );
  await working;
  over.abort();
  const { afterHealMs } = worstWaits({ history, healedAt });
  if (afterHealMs > DEFINITE_MS_MAX)
    history.find({
      promise: 'definite',
      what: `a call waited ${Math.round(afterHealMs)} ms for its answer after all was well again`,
    });
}
