import { findAction } from '@bridge/contracts';
import { newOwner, type AllInOneProcess } from '@bridge/testing';
import { act } from '../act.ts';
import { CONNECTIONS, inTurn, median, throughput, type RepeatedRequest } from '../load.ts';
import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';

const ROUNDS = 3;
const SECONDS = 4;
const WARM_SECONDS = 2;
/**
 * Number of accounts that make the measured changes in turn, so that none reaches its quota of Worlds (public identities) or
 * messages.
 */
const ACCOUNTS = 32;
const READS = ['pages.list', 'credits.balance', 'relay.inbox'] as const;
const READ_GOAL = ['>=', 0.9] as const;
const CHANGE_GOAL = ['>=', 0.7] as const;
/** True when a service implements the action with this name. */
export function isBuilt(name: string): boolean {
  return (findAction(name)?.service ?? null) !== null;
}

/** An agent key with the scopes of all measured actions. */
interface BenchmarkAgentKey {
  readonly secret: string;
  readonly keyId: string;
}
/** An action that changes data. It is measured by repeated calls, each with a different input. */
interface MeasuredChangeAction {
  readonly action: string;
  payload(caller: BenchmarkAgentKey, n: number): object;
}

const FOUND: MeasuredChangeAction = {
  action: 'worlds.found',
  payload: (_, n) => ({ word: `bench-${n}-w`, idempotency_key: `bench-found-${n}` }),
};
const CHANGES: readonly MeasuredChangeAction[] = [
  {
    action: 'relay.message',
    payload: ({ keyId }, n) => ({
      // Messages go alternately to the owner and to the key, so that neither mailbox becomes full.
      to: n % 2 === 0 ? 'owner' : `key:${keyId}`,
      text: 'The draft is ready.',
      idempotency_key: `bench-message-${n}`,
    }),
  },
  {
    action: 'node.heartbeat',
    payload: (_, n) => ({
      node_id: 'bench',
      status: 'working',
      idempotency_key: `bench-beat-${n}`,
    }),
  },
];

function loadOf(baseUrl: string, secret: string, action: string): RepeatedRequest {
  return {
    url: `${baseUrl}/api/agent-bridge/act`,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action, payload: {} }),
  };
}

/**
 * Compares the rate (calls per second) of each reading action with that of the tool `worlds.list`. Both are measured
 * alternately.
 */
async function readRows(
  { baseUrl }: AllInOneProcess,
  { secret }: BenchmarkAgentKey,
  say: ProgressPrinter,
): Promise<BenchComparisonRow[]> {
  const peer = loadOf(baseUrl, secret, 'worlds.list');
  const rows: BenchComparisonRow[] = [];
  for (const action of READS.filter(isBuilt)) {
    say(`${action} against worlds.list`);
    const load = loadOf(baseUrl, secret, action);
    await throughput(load, WARM_SECONDS);
    await throughput(peer, WARM_SECONDS);
    const [ours, theirs] = await inTurn(load, peer, ROUNDS, SECONDS);
    rows.push(row(`${action} / worlds.list`, [ours, 'req/s'], [theirs, 'req/s'], READ_GOAL));
  }
  return rows;
}

/**
 * Compares the rate of each changing action with that of the tool `worlds.found`. This process sends both kinds of calls, so
 * its own CPU cost affects both rates equally.
 */
async function changeRows(
  { baseUrl }: AllInOneProcess,
  callers: readonly BenchmarkAgentKey[],
  say: ProgressPrinter,
): Promise<BenchComparisonRow[]> {
  let count = 0;
  const rateOf = async (change: MeasuredChangeAction, seconds: number): Promise<number> => {
    const from = performance.now();
    let done = 0;
    const work = async (): Promise<void> => {
      while (performance.now() - from < seconds * 1_000) {
        const n = (count += 1);
        // The calls go to the accounts in turn: two successive calls each, one for each of its mailboxes (owner and key).
        const caller = callers[Math.floor(n / 2) % callers.length];
        if (caller === undefined) return;
        await act(baseUrl, caller.secret, change.action, change.payload(caller, n));
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    return (done / (performance.now() - from)) * 1_000;
  };
  const rows: BenchComparisonRow[] = [];
  for (const change of CHANGES.filter(({ action }) => isBuilt(action))) {
    say(`${change.action} against worlds.found`);
    const rates: { ours: number[]; found: number[] } = { ours: [], found: [] };
    await rateOf(change, 1);
    for (let round = 0; round < ROUNDS; round += 1) {
      rates.ours.push(await rateOf(change, WARM_SECONDS));
      rates.found.push(await rateOf(FOUND, WARM_SECONDS));
    }
    const [ours, found] = [median(rates.ours), median(rates.found)];
    const name = `${change.action} / worlds.found`;
    rows.push(row(name, [ours, 'req/s'], [found, 'req/s'], CHANGE_GOAL));
  }
  return rows;
}

/** Compares the rate of each action that is not an MCP tool with that of a similar action that is one, in the same run. */
export async function rateRows(
  product: AllInOneProcess,
  say: ProgressPrinter,
): Promise<readonly BenchComparisonRow[]> {
  const callers: BenchmarkAgentKey[] = [];
  const scopes = ['worlds.list', 'worlds.found', ...READS, ...CHANGES.map(({ action }) => action)];
  for (let n = 0; n < ACCOUNTS; n += 1) {
    const owner = await newOwner(product.baseUrl, product.env);
    const { secret, key } = await owner.makeKey({ scopes });
    callers.push({ secret, keyId: key.key_id });
  }
  const [first] = callers;
  if (first === undefined) return [];
  return [...(await readRows(product, first, say)), ...(await changeRows(product, callers, say))];
}
