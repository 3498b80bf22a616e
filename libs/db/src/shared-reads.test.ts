import { faultProxy, server, until, type FaultProxy } from '@bridge/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { sharedReads, type SharedReads } from './shared-reads.ts';

const SQUARE = { name: 'test.square', text: 'select $1::int * $1::int as n' };
let postgres: Awaited<ReturnType<typeof server<'postgres'>>>;
let admin: pg.Pool;
let proxy: FaultProxy;
let reads: SharedReads;

beforeAll(async () => {
  postgres = await server('postgres', { own: true });
  admin = new pg.Pool({ connectionString: postgres.url });
  // Its last connection may still be there when the server goes.
  admin.on('error', () => undefined);
  proxy = await faultProxy(postgres.url);
});
afterEach(() => reads.close());
afterAll(async () => {
  await proxy.stop();
  await admin.end();
  await postgres.stop();
});

function open(timeoutMs?: number): SharedReads {
  return sharedReads({ connectionString: proxy.url, application_name: 'reads' }, timeoutMs);
}
async function square(n: number): Promise<unknown> {
  return (await reads.query(SQUARE, [n])).rows[0];
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
    reads.query(bad, [0]),
    square(3),
  ]);
  expect(before).toMatchObject({ value: { n: 4 } });
  expect(failed).toMatchObject({ reason: { code: '22012' } });
  expect(after).toMatchObject({ value: { n: 9 } });
  expect(await square(4)).toEqual({ n: 16 });
});

test('reads on their way are answered although the server ends their connections', async () => {
  reads = open();
  await Promise.all([square(1), square(2)]);
  const slow = { name: 'test.slow', text: 'select pg_sleep(0.2), $1::int as n' };
  const under = Promise.all([reads.query(slow, [1]), reads.query(slow, [2])]);
  const active = `select pid from pg_stat_activity where application_name = 'reads' and state = 'active'`;
  await until('both reads run', async () => (await admin.query(active)).rows.length === 2);
  await admin.query(`select pg_terminate_backend(pid) from (${active}) as reading`);
  expect((await under).map(({ rows }) => (rows[0] as { n: number }).n)).toEqual([1, 2]);
});

test('a connection that went silent is given up and replaced', async () => {
  reads = open(300);
  await Promise.all([square(1), square(2)]);
  proxy.strand();
  await expect(Promise.all([square(3), square(4)])).rejects.toThrow(/timeout|terminated/);
  await until('reads are answered again', () => square(5));
  expect(await square(6)).toEqual({ n: 36 });
});

test('a server that is away is said so, and found again', async () => {
  reads = open();
  proxy.cut();
  await expect(square(1)).rejects.toThrow();
  proxy.heal();
  expect(await square(2)).toEqual({ n: 4 });
});
