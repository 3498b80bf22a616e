import { STARTER, writePointer } from '@bridge/archive';
import { openFsStore } from '@bridge/blobs';
import { makeRequest, MemoryBus, onHint } from '@bridge/bus';
import { hintServed } from '@bridge/contracts';
import { randomIds, silentLogger, systemClock } from '@bridge/kernel';
import { openSearch, versionFolder } from '@bridge/search';
import { until } from '@bridge/testing';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { SurfReplica } from './replica.ts';
import { IndexVersionLoader } from './version-loader.ts';

const WAIT_MS = 30_000;

// Verifies: search.versions.
test('a replica that waits for the store broadcasts the version that it serves meanwhile', async () => {
  const base = mkdtempSync(join(tmpdir(), 'bridge-replica-'));
  const pointer = join(base, 'store', 'surf', 'current');
  const store = await openFsStore(join(base, 'store'), { ids: randomIds, clock: systemClock });
  mkdirSync(join(base, 'store', 'surf'), { recursive: true });
  // A read of a pipe waits until the other end is written.
  execFileSync('mkfifo', [pointer]);
  const address = `file:${join(base, 'search')}`;
  const index = openSearch({ address, clock: systemClock });
  const folder = versionFolder(address);
  if (folder === null) throw new Error(address);
  const driver = new MemoryBus();
  const common = { index, clock: systemClock, log: silentLogger };
  const replica = new SurfReplica({
    ...common,
    name: 'waiting',
    bus: { driver, request: makeRequest(driver, systemClock) },
    loader: new IndexVersionLoader({ ...common, folder, store }),
  });
  const broadcasts: string[] = [];
  const subscription = onHint(driver, hintServed, silentLogger, ({ replica: name }) => {
    broadcasts.push(name);
  });
  const waiting = replica.check();
  void replica.check();
  await until('a broadcast', () => Promise.resolve(broadcasts.length > 0), WAIT_MS);
  writeFileSync(pointer, 'no pointer');
  await waiting;
  expect((await replica.state()).trouble).toContain('names no version');
  await replica.close();
  await subscription.drain();
  await driver.close();
  await index.close();
  rmSync(base, { recursive: true, force: true });
}, 60_000);

// Verifies: search.versions.
test('a version that fails to load while a hint about it arrives is tried again at once', async () => {
  const base = mkdtempSync(join(tmpdir(), 'bridge-replica-'));
  const store = await openFsStore(join(base, 'store'), { ids: randomIds, clock: systemClock });
  await writePointer(store, { serving: STARTER, previous: null });
  const address = `file:${join(base, 'search')}`;
  const index = openSearch({ address, clock: systemClock });
  const folder = versionFolder(address);
  if (folder === null) throw new Error(address);
  const unpack = folder.unpack.bind(folder);
  const hinted = Promise.withResolvers<void>();
  let attempts = 0;
  folder.unpack = async (version, packed) => {
    attempts += 1;
    if (attempts > 1) return await unpack(version, packed);
    await hinted.promise;
    throw new Error('the disk was full when this attempt began');
  };
  const loader = new IndexVersionLoader({
    index,
    folder,
    store,
    clock: systemClock,
    log: silentLogger,
  });
  void loader.check();
  await until('the first attempt', () => Promise.resolve(attempts === 1), WAIT_MS);
  const again = loader.check(true);
  hinted.resolve();
  await again;
  expect(loader.trouble).toBeNull();
  expect((await index.info())?.version).toBe(STARTER.version);
  await index.close();
  rmSync(base, { recursive: true, force: true });
}, 60_000);
