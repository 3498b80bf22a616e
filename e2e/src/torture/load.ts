import { LIMITS } from '@bridge/contracts';
import { ALL_TOOL_SCOPES, newOwner } from '@bridge/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { move, MOVES, type Agent } from './agent.ts';
import type { History } from './history.ts';
import type { Prng } from './prng.ts';
import { worstWaits } from './report.ts';
import { Account } from './stage.ts';

/** How many there are of each. */
export interface Counts {
  readonly accounts: number;
  /** Of one account. */
  readonly agents: number;
}
/** Sixteen agents, four on the same pages. */
export const SIXTEEN: Counts = { accounts: 4, agents: 4 };

/**
 * Every call has its definite answer this long after the last fault is over: a publication whose worker died just before
 * goes on when its lease has ended.
 */
const DEFINITE_MS_MAX = LIMITS.publishLeaseMs + 2_000;
/** Afterwards nobody waits for it any more. */
const GIVE_UP_MS = 60_000;
/** What everybody goes on doing when all is well again, so that healing shows. */
const AFTER_HEAL_MS = 2_000;

/** Makes accounts, each with agents that have a key of their own. */
export async function makeAgents(
  setting: Pick<Agent, 'baseUrl' | 'history' | 'giveUp'>,
  env: Readonly<Record<string, string>>,
  random: Prng,
  seed: number,
  counts: Counts,
): Promise<Agent[]> {
  const agents: Agent[] = [];
  // Two runs on one product share nothing, even with the same seed.
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

/** Lets an agent go on with its plan until it is told to stop; what it has begun it ends. */
export async function work(agent: Agent, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && !agent.giveUp.aborted) await move(agent, agent.random.weighted(MOVES));
}

/** The end of a run: everything is well again, nobody begins anything new, and each call gets its answer in time. */
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
