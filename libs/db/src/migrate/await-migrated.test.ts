import { silentLogger, listStartWaits } from '@bridge/kernel';
import { testBase, testDatabase, until } from '@bridge/testing';
import { expect, test } from 'vitest';
import { EFFECT_MIGRATIONS } from '../effect/migrations.ts';
import { connectDb } from '../connect-db.ts';

const SCHEMA = { schema: 'effect', migrations: EFFECT_MIGRATIONS };

// Verifies: operations.start-order.
test('a service on an empty database waits, reports the reason, and continues after the migration', async () => {
  const { url, drop } = await testDatabase();
  const [service, tool] = [
    connectDb(url, 'service', testBase()),
    connectDb(url, 'tool', testBase()),
  ];
  const waiting = service.ensureSchema(SCHEMA);
  await until('it to say what it waits for', () => listStartWaits().length > 0);
  expect(listStartWaits()).toEqual([
    'waits for the database to be migrated (schema effect): run ctl migrate',
  ]);
  await tool.ensureSchema(SCHEMA);
  await waiting;
  expect(listStartWaits()).toEqual([]);
  await Promise.all([service.close(), tool.close()]);
  await drop();
});

test('a service that cannot use its database logs the reason once', async () => {
  const { url, drop } = await testDatabase();
  const away = new URL(url);
  away.pathname = '/nothing';
  const stop = new AbortController();
  const warnings: unknown[] = [];
  const log = { ...silentLogger, warn: (...line: unknown[]) => void warnings.push(line) };
  const db = connectDb(away.href, 'service', testBase({}, { log, stopping: stop.signal }));
  const waiting = db.ensureSchema(SCHEMA);
  await until('it to say what it waits for', () => warnings.length > 0);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  const err = expect.objectContaining({ code: '3D000' }) as unknown;
  expect(warnings).toEqual([[expect.objectContaining({ err }), 'database_not_ready']]);
  await db.close();
  await drop();
});

test('a service that is stopped while it waits ends at once', async () => {
  const stop = new AbortController();
  const db = connectDb('postgres://nobody@127.0.0.1:1/nothing', 'service', {
    ...testBase(),
    stopping: stop.signal,
  });
  const waiting = db.ensureSchema(SCHEMA);
  await until('it to say what it waits for', () => listStartWaits().length > 0);
  expect(listStartWaits()).toEqual(['waits for the database']);
  stop.abort();
  await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  expect(listStartWaits()).toEqual([]);
  await db.close();
});
