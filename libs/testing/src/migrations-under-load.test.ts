import { ACCOUNT_MIGRATIONS } from '@bridge/account';
import { BUILDER_MIGRATIONS } from '@bridge/builder';
import { EFFECT_MIGRATIONS } from '@bridge/db';
import { GATEWAY_MIGRATIONS } from '@bridge/gateway';
import { WORLDS_MIGRATIONS } from '@bridge/worlds';
import pg from 'pg';
import { expect, test } from 'vitest';
import { migrationFolder, migrationTexts } from './migration-folder.ts';
import { testDb } from './test-database.ts';
import { until } from './until.ts';

const SCHEMAS = {
  effect: EFFECT_MIGRATIONS,
  worlds: WORLDS_MIGRATIONS,
  builder: BUILDER_MIGRATIONS,
  gateway: GATEWAY_MIGRATIONS,
  account: ACCOUNT_MIGRATIONS,
};
/**
 * Lock timeout of the writer, in ms. It is far above the 250 ms of a migration, so that only a writer that the migration really
 * blocks exceeds it.
 */
const WRITER_LOCK_TIMEOUT_MS = 5_000;

const STEPS = Object.entries(SCHEMAS).flatMap(([schema, folder]) =>
  [...migrationTexts(folder)].flatMap((_, i, all) =>
    i === 0
      ? []
      : [{ schema, file: all[i]?.[0] ?? '', before: all.slice(0, i), with: all.slice(0, i + 1) }],
  ),
);

async function tablesOf(client: pg.Client, schema: string) {
  const { rows } = await client.query<{ name: string; file: string }>(
    `select oid::regclass::text as name, pg_relation_filenode(oid)::text as file from pg_class
      where relnamespace = $1::regnamespace and relkind = 'r' and relname <> 'migration' order by 1`,
    [schema],
  );
  return rows;
}

// Verifies: storage.patient.
test.each(STEPS)(
  '$schema $file rewrites no table, and no writer waits for it while every table is being read',
  async ({ schema, before, with: all }) => {
    const [old, now] = [
      migrationFolder(Object.fromEntries(before)),
      migrationFolder(Object.fromEntries(all)),
    ];
    const { db, url, close } = await testDb({ schema, migrations: old.url });
    const [reader, writer] = await Promise.all(
      [1, 2].map(async () => {
        const client = new pg.Client({ connectionString: url });
        await client.connect();
        return client;
      }),
    );
    if (reader === undefined || writer === undefined) throw new Error('no connections');
    const tables = await tablesOf(writer, schema);
    await reader.query('begin');
    for (const { name } of tables) await reader.query(`select from ${name} limit 1`);
    await writer.query(`set lock_timeout = ${WRITER_LOCK_TIMEOUT_MS}`);

    let ended = false;
    const migrated = db.ensureSchema({ schema, migrations: now.url }).finally(() => (ended = true));
    await until('the migration to wait for a table, or to end', async () => {
      const { rows } = await writer.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return ended || rows.length > 0;
    });
    // The reader's transaction, for which the migration waits, stays open until a writer has locked every table.
    for (const { name } of tables)
      await writer.query(`begin; lock table ${name} in row exclusive mode; commit`);
    await reader.query('commit');
    await migrated;

    expect(await tablesOf(writer, schema)).toEqual(expect.arrayContaining(tables));
    await Promise.all([reader.end(), writer.end()]);
    await close();
    old.remove();
    now.remove();
  },
);

test('at least one migration is applied to tables that are in use', () => {
  expect(STEPS.length).toBeGreaterThan(1);
});
