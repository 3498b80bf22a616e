import { findAction } from '@bridge/contracts';
import { newOwner, type Product } from '@bridge/testing';
import { act } from '../act.ts';
import { CONNECTIONS, inTurn, median, throughput, type Load } from '../load.ts';
import { row, type Row } from '../table.ts';

const ROUNDS = 3;
const SECONDS = 4;
const WARM_SECONDS = 2;
/** Accounts that make changes in turn: none reaches its quota of Worlds or of waiting messages. */
const ACCOUNTS = 32;
const READS = ['pages.list', 'credits.balance', 'relay.inbox'] as const;
const READ_GOAL = ['>=', 0.9] as const;
const CHANGE_GOAL = ['>=', 0.7] as const;
type Say = (text: string) => void;

/** True when a service answers the action. */
export function isBuilt(name: string): boolean {
  return (findAction(name)?.service ?? null) !== null;
}

/** An account with a key of all scopes that are measured. */
interface Caller {
  readonly secret: string;
  readonly keyId: string;
}
/** A change that is sent over and over, each time another one. */
interface Change {
  readonly action: string;
  payload(caller: Caller, n: number): object;
}

const FOUND: Change = {
  action: 'worlds.found',
  payload: (_, n) => ({ word: `bench-${n}-w`, idempotency_key: `bench-found-${n}` }),
};
const CHANGES: readonly Change[] = [
  {
    action: 'relay.message',
    payload: ({ keyId }, n) => ({
      // Two mailboxes of each account, so that neither is full before the end.
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

function loadOf(baseUrl: string, secret: string, action: string): Load {
  return {
    url: `${baseUrl}/api/agent-bridge/act`,
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
    body: JSON.stringify({ action, payload: {} }),
  };
}

/** Reads against `worlds.list`, in turn. */
async function readRows({ baseUrl }: Product, { secret }: Caller, say: Say): Promise<Row[]> {
  const peer = loadOf(baseUrl, secret, 'worlds.list');
  const rows: Row[] = [];
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

/** Changes against `worlds.found`, in turn; this process sends both, so what it costs weighs the same in both. */
async function changeRows(
  { baseUrl }: Product,
  callers: readonly Caller[],
  say: Say,
): Promise<Row[]> {
  let count = 0;
  const rateOf = async (change: Change, seconds: number): Promise<number> => {
    const from = performance.now();
    let done = 0;
    const work = async (): Promise<void> => {
      while (performance.now() - from < seconds * 1_000) {
        const n = (count += 1);
        // One account after the other, and both mailboxes of each.
        const caller = callers[Math.floor(n / 2) % callers.length];
        if (caller === undefined) return;
        await act(baseUrl, caller.secret, change.action, change.payload(caller, n));
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: CONNECTIONS }, work));
    return (done / (performance.now() - from)) * 1_000;
  };
  const rows: Row[] = [];
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

/** The rates of the actions beyond the tools, each against a tool of its kind in the same run. */
export async function rateRows(product: Product, say: Say): Promise<readonly Row[]> {
  const callers: Caller[] = [];
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
