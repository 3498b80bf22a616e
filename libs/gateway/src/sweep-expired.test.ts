import { EFFECT_MIGRATIONS, sql } from '@bridge/db';
import { metricsText } from '@bridge/kernel';
import { testDb, type ConnectedTestDatabase } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { GATEWAY_MIGRATIONS } from './migrations/gateway-migrations.ts';
import { expireAll, SWEEP_ROWS_MAX, sweepExpired } from './sweep-expired.ts';

let opened: ConnectedTestDatabase;
beforeAll(async () => {
  opened = await testDb(
    { schema: 'effect', migrations: EFFECT_MIGRATIONS },
    { schema: 'gateway', migrations: GATEWAY_MIGRATIONS },
  );
});
afterAll(() => opened.close());

/** Inserts `n` rows of each kind that expired `days` days ago. */
async function put(name: string, n: number, days: number): Promise<void> {
  const { db } = opened;
  await db.rows(sql`insert into gateway.owner (id, name, email)
    values (${name}, 'o', ${`${name}@example.org`})`);
  const end = sql`now() - make_interval(days => ${days})`;
  await db.rows(sql`insert into gateway.session (id, user_id, token, expires_at)
    select ${name} || i, ${name}, ${name} || i, ${end} from generate_series(1, ${n}::int) i`);
  await db.rows(sql`insert into gateway.verification (id, identifier, value, expires_at)
    select ${name} || i, 'i', 'v', ${end} from generate_series(1, ${n}::int) i`);
  await db.rows(sql`insert into gateway.owner_link (token_hash, email, expires_at)
    select sha256(convert_to(${name} || i, 'UTF8')), 'a@example.org', ${end} from generate_series(1, ${n}::int) i`);
  await db.rows(sql`insert into effect.refusal
    select ${name}, 'key', 'a', 'c' || i, ${end}, 1 from generate_series(1, ${n}::int) i`);
  await db.rows(sql`insert into gateway.key_hour
    select ${name}, 'key', ${end}, 'a' || i, 1, 0 from generate_series(1, ${n}::int) i`);
}

test('expired rows are removed, rows that may still be read stay', async () => {
  await put('open', 3, -1);
  await put('past', 3, 1);
  await put('old', 3, 31);
  await put('ancient', 3, 91);
  expect(await sweepExpired(opened.db)).toEqual({
    session: 9,
    verification: 9,
    link: 6,
    refusal: 3,
    key_hour: 3,
  });
  expect(await sweepExpired(opened.db)).toEqual({
    session: 0,
    verification: 0,
    link: 0,
    refusal: 0,
    key_hour: 0,
  });
  const left = await opened.db.rows(
    sql<{ id: string }>`select id from gateway.session order by id`,
  );
  expect(left.map(({ id }) => id)).toEqual(['open1', 'open2', 'open3']);
});

test('one pass takes a bounded number of rows; two replicas at once share them out', async () => {
  await put('many', 2 * SWEEP_ROWS_MAX + 5, 100);
  const [one, two] = await Promise.all([sweepExpired(opened.db), sweepExpired(opened.db)]);
  const full = { session: SWEEP_ROWS_MAX, verification: SWEEP_ROWS_MAX };
  expect(one).toMatchObject(full);
  expect(two).toMatchObject(full);
  expect(await sweepExpired(opened.db)).toMatchObject({ session: 5, verification: 5 });
});

// Verifies: storage.sweeps.
test('all of it goes in one turn, counted in the metrics by kind', async () => {
  const kinds = ['session', 'verification', 'link', 'refusal', 'key_hour'];
  const counts = async (): Promise<readonly number[]> => {
    const text = await metricsText();
    return kinds.map((kind) =>
      Number(
        new RegExp(`^bridge_gateway_swept_total\\{kind="${kind}"\\} (\\d+)$`, 'm').exec(text)?.[1],
      ),
    );
  };
  await expireAll(opened.db, new AbortController().signal);
  const before = await counts();
  await put('turn', SWEEP_ROWS_MAX + 5, 100);
  await expireAll(opened.db, new AbortController().signal);
  expect(await counts()).toEqual(before.map((n) => n + SWEEP_ROWS_MAX + 5));
});
