import { armFailpoint } from '@bridge/kernel';
import { faultProxy, testBase, testDb, until } from '@bridge/testing';
import { sql as kyselySql } from 'kysely';
import { AsyncLocalStorage } from 'node:async_hooks';
import { once } from 'node:events';
import { connect, createServer, type AddressInfo } from 'node:net';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { EFFECT_MIGRATIONS } from './effect/migrations.ts';
import { connectDb } from './connect-db.ts';
import { sql } from './sql.ts';

/** Time budget of a call in these tests, ms. */
const BUDGET_MS = 15_000;

/** Opens a database behind a proxy that can break its connections. */
async function service() {
  const direct = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
  const proxy = await faultProxy(direct.url);
  const db = connectDb(proxy.url, 'service', testBase());
  const effect = (apply: () => void = () => undefined) =>
    db.change({
      callable: { name: 'worlds.found', wireOutput: z.object({ done: z.boolean() }) },
      call: {
        ctx: { account_id: 'acc_1', key_id: 'key_1', scopes: [], worlds: null, surface: 'act' },
        fp: 'print',
        requestId: 'req_1',
        deadline: Date.now() + BUDGET_MS,
      },
      idempotencyKey: 'lost-0001',
      plan: () => Promise.resolve(null),
      apply: () => {
        apply();
        return Promise.resolve({ result: { done: true }, words: [] });
      },
    });
  const effects = async (): Promise<number> =>
    (await direct.db.rows(sql<{ n: number }>`select count(*) as n from effect.journal`))[0]?.n ?? 0;
  const close = async (): Promise<void> => {
    await db.close();
    await proxy.stop();
    await direct.close();
  };
  return { db, proxy, effect, effects, close };
}

/** Forwards to Postgres and answers the Terminate message with FATAL 57P01, as a stopping Postgres does. */
async function rudeGoodbyes(url: string) {
  const GOODBYE = Buffer.from([0x58, 0, 0, 0, 4]);
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');
  const length = Buffer.alloc(4);
  length.writeInt32BE(fields.length + 4);
  const target = new URL(url);
  const { port, hostname } = target;
  let answered = 0;
  const proxy = createServer((client) => {
    const postgres = connect(Number(port), hostname);
    postgres.on('error', () => client.destroy()).pipe(client);
    client.on('error', () => postgres.destroy());
    client.on('data', (data) => {
      if (!data.equals(GOODBYE)) return void postgres.write(data);
      postgres.unpipe(client).end(data);
      client.end(Buffer.concat([Buffer.from('E'), length, fields]), () => (answered += 1));
    });
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  target.port = String((proxy.address() as AddressInfo).port);
  return { url: target.href, answered: () => answered, stop: () => proxy.close() };
}

/** Repeats a call until it succeeds, and checks that its effect was applied once. */
async function doneOnce({ effect, effects }: Awaited<ReturnType<typeof service>>): Promise<void> {
  expect(await until('the same call to be done', () => effect())).toMatchObject({ done: true });
  expect(await effects()).toBe(1);
}

describe.concurrent('between a service and its database', () => {
  test('a failed connection is service_unavailable with the outcome not_applied', async () => {
    const one = await service();
    one.proxy.cut();
    await expect(one.effect()).rejects.toMatchObject({ code: 'service_unavailable' });
    one.proxy.heal();
    expect(await one.effects()).toBe(0);
    await doneOnce(one);
    await one.close();
  });

  test('a connection that goes silent before the commit is closed in time, with the outcome not_applied', async () => {
    const one = await service();
    const from = performance.now();
    await expect(one.effect(() => one.proxy.strand())).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    // The failure is reported in the first half of the time budget, so that the caller can send a second copy to another
    // replica.
    expect(performance.now() - from).toBeLessThan(BUDGET_MS / 2);
    await doneOnce(one);
    await one.close();
  });

  // Verifies: idempotency.unknown.
  test('a connection that goes silent at the commit is closed in time, with the outcome unknown', async () => {
    const one = await service();
    // Failpoints are global to the process; only the changes of this test may trigger it.
    const mine = new AsyncLocalStorage<true>();
    const disarm = armFailpoint('change.before-commit', () => {
      if (mine.getStore() === true) one.proxy.strand();
    });
    const lost = mine.run(true, () => one.effect());
    await expect(lost).rejects.toMatchObject({ code: 'outcome_unknown' });
    disarm();
    await doneOnce(one);
    await one.close();
  });

  test('an accepted connection without an answer is service_unavailable, for reads and for changes', async () => {
    const { db, proxy, effect, close } = await service();
    proxy.halfOpen();
    const lost = { code: 'service_unavailable' };
    await expect(db.rows(sql`select 1`, 'prepared')).rejects.toMatchObject(lost);
    await expect(db.rows(sql`select 1`)).rejects.toMatchObject(lost);
    await expect(effect()).rejects.toMatchObject(lost);
    await close();
  });

  test('a read on a connection that went silent ends within the time of a read', async () => {
    const { db, proxy, close } = await service();
    await db.rows(sql`select 1`);
    proxy.strand();
    const from = performance.now();
    await expect(db.rows(sql`select 1`)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(performance.now() - from).toBeLessThan(BUDGET_MS / 2);
    expect(await db.rows(sql<{ n: number }>`select 1 as n`)).toEqual([{ n: 1 }]);
    await close();
  });

  test('a connection that breaks while a library uses it fails its statement and nothing else', async () => {
    const { db, proxy, close } = await service();
    await db.kysely.connection().execute(async (library) => {
      await kyselySql`select 1`.execute(library);
      proxy.cut();
      await expect(kyselySql`select pg_sleep(60)`.execute(library)).rejects.toThrow();
    });
    proxy.heal();
    expect((await kyselySql<{ n: number }>`select 1 as n`.execute(db.kysely)).rows).toEqual([
      { n: 1 },
    ]);
    await close();
  });

  test('a service whose connections are all silent still ends in time', async () => {
    const { db, proxy, close } = await service();
    await db.rows(sql`select 1`);
    proxy.strand();
    const from = performance.now();
    await db.close();
    expect(performance.now() - from).toBeLessThan(BUDGET_MS / 2);
    await close();
  });

  test('a connection that Postgres ends during its close causes no error', async () => {
    const direct = await testDb();
    const rude = await rudeGoodbyes(direct.url);
    const db = connectDb(rude.url, 'all-in-one', testBase());
    await db.ensureSchema({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
    await db.close();
    // Two connections were closed: one ran the migrations, the other checked whether a migration is missing.
    await until('both goodbyes to be answered', () => rude.answered() === 2);
    rude.stop();
    await direct.close();
  });

  test('Postgres itself ends the idle transaction of a suspended process', async () => {
    const { db, close } = await service();
    const rows = await db.transaction({}, (tx) =>
      tx.rows(
        sql<{
          bound: string;
        }>`select current_setting('idle_in_transaction_session_timeout') as bound`,
      ),
    );
    expect(rows).toEqual([{ bound: '5s' }]);
    await close();
  });
});
