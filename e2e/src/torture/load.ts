import { grantCredits } from '@bridge/account';
import { LIMITS, SCOPES, type WebhookEvent } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import { newOwner, type Owner } from '@bridge/testing';
import { setTimeout as delay } from 'node:timers/promises';
import { partyOf, type Agent } from './agent.ts';
import { withDatabase } from './database.ts';
import type { History } from './history.ts';
import { move, MOVES } from './moves.ts';
import { joinSession } from './moves-beyond.ts';
import { passTime } from './pass-time.ts';
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
/** While answers are awaited, a lease of a paid call lasts no longer than this. */
const LEASE_MS = 5_000;
/** After this time the run stops waiting for an answer. */
const GIVE_UP_MS = 60_000;
/** Time in which the agents keep working after the last fault, so that the report shows the recovery. */
const AFTER_HEAL_MS = 2_000;

/** Events of which every account's webhook is sent; the load makes each of them. */
export const CHOSEN_EVENTS: readonly WebhookEvent[] = [
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
/** Enough for so many drafts that a long run uses them up. */
const CREDITS = 300;

/** The product as the load reaches it. */
export interface Target {
  readonly env: Readonly<Record<string, string>>;
  /** Direct address of the database. */
  readonly dbUrl: string;
  readonly receiverUrl: string;
}

/** The answer to a request of an owner that must succeed. */
async function asOwner<T>(owner: Owner, path: string, body: object): Promise<T> {
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
  { env, dbUrl, receiverUrl }: Target,
): Promise<Account> {
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
  return new Account(name, owner, { accountId, webhookId: webhook.webhook_id });
}

/** Creates accounts with agents, each of which has its own key for every action and a session with its owner. */
export async function makeAgents(
  setting: Pick<Agent, 'baseUrl' | 'history' | 'giveUp'>,
  target: Target,
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
    const account = await makeAccount(`account ${a}`, run, setting.baseUrl, target);
    for (let n = 1; n <= counts.agents; n += 1) {
      const name = `agent ${a}.${n}`;
      const { key, secret } = await account.owner.makeKey({ name, scopes: SCOPES });
      const agent: Agent = {
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
    readonly dbUrl: string;
  },
  working: Promise<unknown>,
): Promise<void> {
  const { history, healedAt, stop, giveUp, dbUrl } = run;
  await delay(AFTER_HEAL_MS);
  stop.abort();
  const over = new AbortController();
  // The lease of a paid call outlasts a run: what a dead process held is freed meanwhile.
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
