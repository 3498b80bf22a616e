import { migrationFolder, migrationTexts, testBase } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { EFFECT_MIGRATIONS } from '../effect/migrations.ts';
import { attachOrStart, startEmbeddedPostgres } from '../embedded-postgres.ts';
import { connectDb, type DatabaseClient } from '../connect-db.ts';
import { dbModule } from '../open-db.ts';
import { ensureEmbeddedRoles } from './embedded-roles.ts';
import { sql } from '../sql.ts';

const APPEND = sql`select effect.append('acc_1', 'a', 'owner', null, 'act', null, 'w', null, null, 'req_1')`;

describe('the all-in-one on a data folder that an earlier version filled as the superuser', () => {
  let data: string;
  let db: DatabaseClient;
  let close: () => Promise<void>;
  beforeAll(async () => {
    data = mkdtempSync(join(tmpdir(), 'bridge-roles-'));
    const postgres = await startEmbeddedPostgres(join(data, 'db'), { fsync: false });
    const [first] = migrationTexts(EFFECT_MIGRATIONS);
    const folder = migrationFolder(Object.fromEntries(first === undefined ? [] : [first]));
    const before = connectDb(postgres.url, 'all-in-one', testBase());
    await before.ensureSchema({ schema: 'effect', migrations: folder.url });
    await before.rows(APPEND);
    await before.close();
    folder.remove();
    await postgres.stop();

    ({ value: db, close } = await dbModule('all-in-one').open(testBase({ BRIDGE_DATA: data })));
  });
  afterAll(async () => {
    await close();
    rmSync(data, { recursive: true });
  });

  // Verifies: storage.roles-all-in-one.
  test('works as a role that is no superuser, with the data and the migrations that followed', async () => {
    expect(
      await db.rows(
        sql`select current_user as role, rolsuper as super from pg_roles where rolname = current_user`,
      ),
    ).toEqual([{ role: 'bridge_app', super: false }]);
    await db.rows(APPEND);
    expect(await db.rows(sql`select seq, hash_v from effect.journal order by seq`)).toEqual([
      { seq: 1, hash_v: 1 },
      { seq: 2, hash_v: 2 },
    ]);
  });

  test.each([
    'truncate effect.journal',
    'alter table effect.journal disable trigger all',
    'delete from effect.journal',
    'set session_replication_role = replica',
    'set role bridge_owner',
    'set role postgres',
  ])('cannot: %s', async (statement) => {
    await expect(db.rows(sql.raw(statement))).rejects.toMatchObject({ code: '42501' });
  });

  test('accepts concurrent commands, each with the same role', async () => {
    const { url: superuser } = await attachOrStart(join(data, 'db'));
    const [one, two] = await Promise.all([1, 2].map(() => ensureEmbeddedRoles(superuser)));
    expect(one).toEqual(two);
    const command = connectDb(one?.url ?? '', 'tool', testBase());
    await command.rows(APPEND);
    await command.close();
    const forged = new URL(one?.url ?? '');
    forged.username = 'postgres';
    const intruder = connectDb(forged.href, 'tool', testBase());
    await expect(intruder.rows(sql`select 1`)).rejects.toThrow();
    await intruder.close();
  });
});
