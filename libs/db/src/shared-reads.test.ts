import { faultProxy, server, until, type FaultProxy } from '@bridge/testing';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openSharedReads, type SharedReadConnections } from './shared-reads.ts';

const SQUARE = { name: 'test.square', text: 'select $1::int * $1::int as n' };
let postgres: Awaited<ReturnType<typeof server<'postgres'>>>;
let admin: pg.Pool;
let proxy: FaultProxy;
let reads: SharedReadConnections;

beforeAll(async () => {
  postgres = await server('postgres', { own: true });
  admin = new pg.Pool({ connectionString: postgres.url });
  // A connection may still be open when the server stops.
  admin.on('error', () => undefined);
  proxy = await faultProxy(postgres.url);
});
afterEach(() => reads.close());
afterAll(async () => {
  await proxy.stop();
  await admin.end();
  await postgres.stop();
});

function open(timeoutMs?: number): SharedReadConnections {
  return openSharedReads({ connectionString: proxy.url, application_name: 'reads' }, timeoutMs);
}
async function square(n: number): Promise<unknown> {
  return (await reads.query({ ...SQUARE, values: [n] })).rows[0];
}

test('many reads at once each get their own answer, over a few connections', async () => {
  reads = open();
  const numbers = Array.from({ length: 500 }, (_, n) => n);
  const answers = await Promise.all(numbers.map(square));
  expect(answers).toEqual(numbers.map((n) => ({ n: n * n })));
  expect(proxy.connections()).toBeLessThanOrEqual(2);
});

test('a read that fails fails alone', async () => {
  reads = open();
  const bad = { name: 'test.bad', text: 'select 1 / $1::int as n' };
  const [before, failed, after] = await Promise.allSettled([
    square(2),
    reads.query({ ...bad, values: [0] }),
    square(3),
  ]);
  expect(before).toMatchObject({ value: { n: 4 } });
  expect(failed).toMatchObject({ reason: { code: '22012' } });
  expect(after).toMatchObject({ value: { n: 9 } });
  expect(await square(4)).toEqual({ n: 16 });
});

const GATE = 7;
/** A read that waits while `closeGate` holds the advisory lock. */
const GATED = {
  name: 'test.gated',
  text: `select pg_advisory_xact_lock_shared(${GATE})::text as gate, $1::int as n`,
};
/** Takes the advisory lock for which the statement `GATED` waits. Returns a function that releases the lock. */
async function closeGate(): Promise<() => Promise<void>> {
  const keeper = await admin.connect();
  await keeper.query(`select pg_advisory_lock(${GATE})`);
  return async () => {
    await keeper.query(`select pg_advisory_unlock(${GATE})`);
    keeper.release();
  };
}
async function gated(n: number): Promise<number> {
  const { rows } = await reads.query({ ...GATED, values: [n] });
  return (rows[0] as { readonly n: number }).n;
}

test('reads in flight are answered although the server ends all their connections', async () => {
  reads = open();
  await Promise.all([square(1), square(2)]);
  const openGate = await closeGate();
  const numbers = Array.from({ length: 40 }, (_, n) => n);
  const under = Promise.all(numbers.map(gated));
  const active = `select pid from pg_stat_activity where application_name = 'reads' and state = 'active'`;
  await until('both connections read', async () => (await admin.query(active)).rows.length === 2);
  await admin.query(`select pg_terminate_backend(pid) from (${active}) as reading`);
  await openGate();
  expect(await under).toEqual(numbers);
});

test('a blocked read delays only the reads that were sent right after it', async () => {
  reads = open();
  await square(1);
  const openGate = await closeGate();
  const stands = gated(5);
  const behind: Promise<unknown>[] = [];
  await until('a read is answered beside it', () => {
    const one = square(2);
    behind.push(one);
    return Promise.race([one, delay(50, null)]);
  });
  // The blocked connection has not replied for longer than SLOW_READ_MS now, so these reads use the other of the two
  // connections.
  for (let n = 0; n < 100; n += 1) expect(await square(n)).toEqual({ n: n * n });
  await openGate();
  expect(await stands).toBe(5);
  expect(new Set((await Promise.all(behind)).map((row) => JSON.stringify(row)))).toEqual(
    new Set(['{"n":4}']),
  );
});

test('a silent connection is closed and replaced', async () => {
  reads = open(300);
  await Promise.all([square(1), square(2)]);
  proxy.strand();
  await expect(Promise.all([square(3), square(4)])).rejects.toThrow(/timeout|terminated/);
  await until('reads are answered again', () => square(5));
  expect(await square(6)).toEqual({ n: 36 });
});

test('an unreachable server is service_unavailable, and is found again', async () => {
  reads = open();
  proxy.cut();
  await expect(square(1)).rejects.toThrow();
  proxy.heal();
  expect(await square(2)).toEqual({ n: 4 });
});
