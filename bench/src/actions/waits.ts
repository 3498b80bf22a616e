import { sql, type DatabaseClient } from '@bridge/db';
import { newOwner, until, type AllInOneProcess } from '@bridge/testing';
import { act } from '../act.ts';
import { median } from '../load.ts';
import { rssMb } from '../process.ts';
import { type ProgressPrinter, row, type BenchComparisonRow } from '../table.ts';

const OWNERS = 13;
const KEYS = 10;
/** Number of calls of the action relay.inbox that wait for a message at the same time. */
const WAITING = 500;
/** Number of calls of the action relay.inbox with the same agent key that wait for a message at the same time. */
const WAITS_OF_KEY = 4;
const GROUP = 50;
const WAIT_S = 20;
const MEMORY_MB_MAX = 60;
const WAKE_MS_MAX = 100;
const WAKES = 50;

/** Secret and id of an agent key whose calls of relay.inbox wait for messages. */
interface WaitingInboxReader {
  readonly secret: string;
  readonly keyId: string;
}

async function readersOf({
  baseUrl,
  env,
}: AllInOneProcess): Promise<readonly WaitingInboxReader[]> {
  const readers: WaitingInboxReader[] = [];
  for (let n = 0; n < OWNERS; n += 1) {
    const owner = await newOwner(baseUrl, env);
    for (let k = 0; k < KEYS; k += 1) {
      const scopes = ['relay.inbox', 'relay.message'];
      const { key, secret } = await owner.makeKey({ scopes });
      readers.push({ secret, keyId: key.key_id });
    }
  }
  return readers;
}

/** Returns how many of the product's database connections are running a statement or have an open transaction. */
async function busyConnections(db: DatabaseClient): Promise<number> {
  const [found] = await db.rows(
    sql<{ n: number }>`select count(*) as n from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend' and state <> 'idle'`,
  );
  return found?.n ?? 0;
}

/** Returns the number of calls that are waiting for a message, from the gateway's metrics. */
async function waitingCalls({ env }: AllInOneProcess): Promise<number> {
  const text = await (await fetch(`http://${env['BRIDGE_INTERNAL_LISTEN'] ?? ''}/metrics`)).text();
  return Number(/^bridge_calls_waiting (\d+)$/m.exec(text)?.[1] ?? 0);
}

/**
 * Measures 500 calls of the action relay.inbox that wait for a message: memory, busy database connections, and the time from
 * sending a message until the waiting call returns.
 */
export async function waitRows(
  product: AllInOneProcess,
  db: DatabaseClient,
  say: ProgressPrinter,
): Promise<readonly BenchComparisonRow[]> {
  say(`${WAITING} waiting calls`);
  const readers = await readersOf(product);
  const { pid } = product.program;
  const wait = (reader: WaitingInboxReader) =>
    act(product.baseUrl, reader.secret, 'relay.inbox', { wait_s: WAIT_S });
  // Warms up the product: memory for compiled code is allocated now and not counted.
  for (const reader of readers.slice(0, 20))
    await act(product.baseUrl, reader.secret, 'relay.inbox', {});
  const before = rssMb(pid);
  const calls: Promise<unknown>[] = [];
  // The calls start in groups of 50, because each call first reads the database like an ordinary call and only then waits.
  for (let n = 0; n < WAITING; n += 1) {
    const reader = readers[Math.floor(n / WAITS_OF_KEY)];
    if (reader !== undefined) calls.push(wait(reader));
    if (calls.length % GROUP === 0)
      await until('the calls to wait', async () => (await waitingCalls(product)) === calls.length);
  }
  const memory = rssMb(pid) - before;
  const held = await busyConnections(db);
  const wakes: number[] = [];
  for (let n = 0; n < WAKES; n += 1) {
    const reader = readers[n];
    const waiting = calls[WAITS_OF_KEY * n];
    if (reader === undefined || waiting === undefined) continue;
    const payload = {
      to: `key:${reader.keyId}`,
      text: 'wake up',
      idempotency_key: `bench-wake-${n}`,
    };
    const from = performance.now();
    await act(product.baseUrl, reader.secret, 'relay.message', payload);
    await waiting;
    wakes.push(performance.now() - from);
  }
  await Promise.all(calls);
  return [
    row(`memory of ${WAITING} waiting calls`, [memory, 'MB'], [MEMORY_MB_MAX, 'MB'], ['<=', 1]),
    row(`connections held by ${WAITING} waiting calls`, [held, ''], [1, ''], ['<=', 0]),
    row(
      'message sent to waiting call answered, p50',
      [median(wakes), 'ms'],
      [WAKE_MS_MAX, 'ms'],
      ['<=', 1],
    ),
  ];
}
