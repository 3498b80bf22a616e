import { HIGH_WATER, openFsStore, sha256Of, type BlobStore } from '@bridge/blobs';
import { makeRequest, MemoryBus } from '@bridge/bus';
import { BUILDER, LIMITS } from '@bridge/contracts';
import { randomIds, systemClock } from '@bridge/kernel';
import { mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sweepSnapshots, type SnapshotSweepDeps } from './sweep-snapshots.ts';

const pub = (name: string): string => `pub_${name.padStart(26, '0')}`;
const STATES: Readonly<Record<string, string>> = {
  [pub('a')]: 'abandoned',
  [pub('c')]: 'committed',
  [pub('p')]: 'pending',
  [pub('u')]: 'unknown',
};

describe('the sweep of objects of abandoned publications', () => {
  let folder = '';
  let blobs: BlobStore;
  let bus: MemoryBus;
  let deps: SnapshotSweepDeps;
  /**
   * Advances the clock of the blob store by `ms`. This clock is the modification time of the file `HIGH_WATER`, which the
   * product rewrites regularly.
   */
  const timePasses = (ms: number): void => {
    const seconds = (Date.now() + ms) / 1_000;
    utimesSync(join(folder, HIGH_WATER), seconds, seconds);
  };

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bridge-sweep-'));
    blobs = await openFsStore(folder, { ids: randomIds, clock: systemClock });
    bus = new MemoryBus();
    await blobs.replace(HIGH_WATER, Buffer.from('{}'));
    deps = { blobs, request: makeRequest(bus, systemClock), ids: randomIds };
    for (const publication of Object.keys(STATES)) {
      const bytes = Buffer.from(publication);
      const sha256 = await sha256Of(bytes);
      await blobs.put(`snap/${publication}/${sha256}`, bytes, sha256);
    }
  });
  afterEach(async () => {
    await bus.close();
    await blobs.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const needed = new Map<string, readonly string[]>();
  const answer = (): void => {
    bus.subscribe(BUILDER.publicationsState.subject, 'builder', (message) => {
      const { input } = JSON.parse(Buffer.from(message.data).toString('utf8')) as {
        input: { publication_ids: string[] };
      };
      const states = input.publication_ids.map((publication_id) => ({
        publication_id,
        state: STATES[publication_id],
        ...(needed.has(publication_id) ? { objects: needed.get(publication_id) } : {}),
      }));
      message.respond(Buffer.from(JSON.stringify({ ok: true, result: { states } })));
    });
  };
  const left = async (): Promise<readonly string[]> => {
    const keys: string[] = [];
    for await (const { key } of blobs.list('snap/')) keys.push(key.split('/')[1] ?? '');
    return keys;
  };

  it('removes only objects of abandoned publications, and only old ones', async () => {
    answer();
    expect(await sweepSnapshots(deps, undefined, LIMITS.orphanAgeMs)).toMatchObject({ removed: 0 });
    expect(await left()).toHaveLength(4);
    timePasses(LIMITS.orphanAgeMs + 60_000);
    expect(await sweepSnapshots(deps, undefined, LIMITS.orphanAgeMs)).toEqual({
      seen: 4,
      due: 1,
      removed: 1,
      next: undefined,
    });
    expect(await left()).toEqual([pub('c'), pub('p'), pub('u')]);
  });

  it('removes the objects of earlier attempts, and keeps those that the snapshot names', async () => {
    answer();
    const bytes = Buffer.from('an archive of an attempt that died');
    const sha256 = await sha256Of(bytes);
    const kept: string[] = [];
    for await (const { key } of blobs.list(`snap/${pub('c')}/`)) kept.push(key);
    await blobs.put(`snap/${pub('c')}/${sha256}`, bytes, sha256);
    needed.set(pub('c'), kept);
    timePasses(LIMITS.orphanAgeMs + 60_000);
    expect(await sweepSnapshots(deps, undefined, LIMITS.orphanAgeMs)).toMatchObject({ removed: 2 });
    expect(await blobs.stat(kept[0] ?? '')).not.toBeNull();
    expect(await left()).toEqual([pub('c'), pub('p'), pub('u')]);
    needed.clear();
  });

  it('moves removed objects into the trash, and removes nothing while the store has no mark', async () => {
    answer();
    timePasses(LIMITS.orphanAgeMs + 60_000);
    await blobs.delete(HIGH_WATER);
    expect(await sweepSnapshots(deps, undefined, 0)).toMatchObject({ seen: 0, removed: 0 });
    await blobs.replace(HIGH_WATER, Buffer.from('{}'));
    expect(await sweepSnapshots(deps, undefined, -60_000)).toMatchObject({ removed: 1 });
    const trash: string[] = [];
    for await (const { key } of blobs.list('trash/')) trash.push(key.split('/').slice(2).join('/'));
    const bytes = Buffer.from(pub('a'));
    expect(trash).toEqual([`snap/${pub('a')}/${await sha256Of(bytes)}`]);
  });

  it('removes nothing without an answer', async () => {
    timePasses(LIMITS.orphanAgeMs + 60_000);
    await expect(sweepSnapshots(deps, undefined, 0)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    expect(await left()).toHaveLength(4);
  });
});
