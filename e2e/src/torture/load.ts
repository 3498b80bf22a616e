import { grantCredits } from '@bridge/account';
import { LIMITS, SCOPES, type WebhookEventName } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import { newOwner, type TestOwner } from '@bridge/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { partyOf, type TortureAgent } from './agent.ts';
import { withDatabase } from './database.ts';
import type { TortureRunHistory } from './history.ts';
import { move, MOVES } from './moves.ts';
import { joinSession } from './moves-beyond.ts';
import { passTime } from './pass-time.ts';
import type { SeededRandom } from './prng.ts';
import { worstWaits } from './report.ts';
import { TortureAccount } from './stage.ts';

/** The size of the load: the number of accounts, and of agents per account. */
export interface LoadSize {
  readonly accounts: number;
  /** Number of agents of each account. */
  readonly agents: number;
}

/** Load of 16 agents. The four agents of an account work on the same pages. */
export const SIXTEEN: LoadSize = { accounts: 4, agents: 4 };

/**
 * Maximum time in ms from the end of the last fault to the definite answer of every call. A publication whose process died just
 * before continues only after its lease has ended.
 */
const DEFINITE_MS_MAX = LIMITS.publishLeaseMs + 2_000;
/** Interval in ms at which the run ends the leases of paid calls while it waits for answers. */
const LEASE_MS = 5_000;
/** Time in ms after which the run no longer waits for answers. */
const GIVE_UP_MS = 60_000;
/** Time in ms for which the agents continue after the last fault, so that the report shows how the product recovers. */
const AFTER_HEAL_MS = 2_000;

/** The events to which every account's webhook subscribes. The load causes all of them. */
export const CHOSEN_EVENTS: readonly WebhookEventName[] = [
  'key.created',
  'world.founded',
  'page.created',
  'page.patched',
  'page.attached',
  'page.cleared',
  'page.published',
  'page.visibility_changed',
  'relay.message',
];
/** Credits of each account. They are so few that a long run uses them up. */
const CREDITS = 300;

/** The addresses of the product that the load needs. */
export interface LoadTarget {
  readonly env: Readonly<Record<string, string>>;
  /** URL of the database, without a fault proxy. */
  readonly dbUrl: string;
  readonly receiverUrl: string;
}

/** Sends a POST request of an owner to the console API, expects success, and returns the JSON of the response. */
async function asOwner<T>(owner: TestOwner, path: string, body: object): Promise<T> {
  const answer = await owner.send('POST', `/api/console/${path}`, body);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`);
  return JSON.parse(text) as T;
}

/** Creates an owner with credits and a webhook. */
async function makeAccount(
  name: string,
  run: string,
  baseUrl: string,
  { env, dbUrl, receiverUrl }: LoadTarget,
): Promise<TortureAccount> {
  const owner = await newOwner(baseUrl, env);
  const accountId = await withDatabase(dbUrl, async (db) => {
    const [row] = await db.rows(
      sql<{ account_id: string }>`select a.account_id from gateway.account a
        join gateway.owner o on o.id = a.user_id where o.email = ${owner.email}`,
    );
    if (row === undefined) throw new Error(`no account of ${owner.email}`);
    const operator = { surface: 'ctl', requestId: randomIds.make('req') };
    await grantCredits(db, row.account_id, { amount: CREDITS, ref: run }, operator);
    return row.account_id;
  });
  const { webhook } = await asOwner<{ readonly webhook: { readonly webhook_id: string } }>(
    owner,
    'webhooks',
    { url: receiverUrl, events: CHOSEN_EVENTS },
  );
  return new TortureAccount(name, owner, { accountId, webhookId: webhook.webhook_id });
}

/** Creates accounts with agents. Each agent has its own key with all scopes, and joins a session of its owner. */
export async function makeAgents(
  setting: Pick<TortureAgent, 'baseUrl' | 'history' | 'giveUp'>,
  target: LoadTarget,
  random: SeededRandom,
  seed: number,
  counts: LoadSize,
): Promise<TortureAgent[]> {
  const agents: TortureAgent[] = [];
  // Names contain the time, so that two runs with the same seed on the same product do not create the same names.
  const run = `${seed.toString(36)}${Math.round(performance.now()).toString(36)}`;
  let marks = 0;
  const mark = (what: string): string => `${what}-${run}-${(marks += 1).toString(36)}x`;
  for (let a = 1; a <= counts.accounts; a += 1) {
    const account = await makeAccount(`account ${a}`, run, setting.baseUrl, target);
    for (let n = 1; n <= counts.agents; n += 1) {
      const name = `agent ${a}.${n}`;
      const { key, secret } = await account.owner.makeKey({ name, scopes: SCOPES });
      const agent: TortureAgent = {
        ...setting,
        name,
        account,
        secret,
        keyId: key.key_id,
        inbox: { unacked: new Set(), upTo: 0 },
        sessionId: null,
        surface: n % 2 === 0 ? 'mcp' : 'act',
        random: random.fork(name),
        mark,
      };
      account.parties.push(partyOf(agent));
      const { code } = await asOwner<{ readonly code: string }>(account.owner, 'pairing', {});
      await joinSession(agent, code);
      agents.push(agent);
    }
  }
  return agents;
}

/** Lets an agent make random calls until `stop` is aborted; the move in progress is completed. */
export async function work(agent: TortureAgent, stop: AbortSignal): Promise<void> {
  while (!stop.aborted && !agent.giveUp.aborted) await move(agent, agent.random.weighted(MOVES));
}

/**
 * Ends the load after the last fault: agents begin no new moves. Reports calls that did not get their definite answer in time.
 */
export async function waitForAnswers(
  run: {
    readonly history: TortureRunHistory;
    readonly healedAt: number;
    readonly stop: AbortController;
    readonly giveUp: AbortController;
    readonly dbUrl: string;
  },
  working: Promise<unknown>,
): Promise<void> {
  const { history, healedAt, stop, giveUp, dbUrl } = run;
  await delay(AFTER_HEAL_MS);
  stop.abort();
  const over = new AbortController();
  // The lease of a paid call is longer than a run. Ending the leases lets the calls of killed processes finish.
  const passing = (async () => {
    while (!over.signal.aborted) {
      await passTime(dbUrl);
      await delay(LEASE_MS, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  void delay(GIVE_UP_MS, undefined, { signal: over.signal }).then(
    () => giveUp.abort(),
    () => undefined,
  );
  await working;
  over.abort();
  await passing;
  const { afterHeal } = worstWaits({ history, healedAt });
  if (afterHeal.ms > DEFINITE_MS_MAX)
    history.find({
      promise: 'definite',
      what: `a call of ${afterHeal.action} waited ${Math.round(afterHeal.ms)} ms for its answer after all was well again`,
    });
}
