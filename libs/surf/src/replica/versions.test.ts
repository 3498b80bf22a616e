import {
  importArchive,
  INDEX_FOLDER,
  indexKey,
  readPointer,
  storedTarget,
  type ArchiveVersion,
  type VersionPointer,
  writePointer,
} from '@bridge/archive';
import { openFsStore, type BlobStore } from '@bridge/blobs';
import { makeRequest, MemoryBus, type MessageBus } from '@bridge/bus';
import { type CallPrincipal, SURF } from '@bridge/contracts';
import {
  type AnyProcessModule,
  randomIds,
  readSettings,
  run,
  type RunningModules,
  systemClock,
} from '@bridge/kernel';
import { openSearch, versionFolder } from '@bridge/search';
import { agentCtx, momaObject, smallDisk, testBase, until } from '@bridge/testing';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { surfModule } from '../module.ts';

const OPERATOR: CallPrincipal = {
  account_id: null,
  key_id: null,
  scopes: [],
  worlds: null,
  surface: 'ctl',
};
const WAIT_MS = 30_000;

/** Replicas of surf on one bus and one blob store, each with an index folder of its own. */
class TestReplicas {
  readonly base = mkdtempSync(join(tmpdir(), 'bridge-fleet-'));
  readonly bus: MessageBus;
  readonly store: BlobStore;
  readonly #running: RunningModules[] = [];

  private constructor(bus: MessageBus, store: BlobStore) {
    this.bus = bus;
    this.store = store;
  }

  static async open(replicas: number): Promise<TestReplicas> {
    const driver = new MemoryBus();
    const folder = mkdtempSync(join(tmpdir(), 'bridge-fleet-store-'));
    const store = await openFsStore(folder, { ids: randomIds, clock: systemClock });
    const fleet = new TestReplicas({ driver, request: makeRequest(driver, systemClock) }, store);
    fleet.#storeFolder = folder;
    for (let at = 0; at < replicas; at++) await fleet.start(`replica-${at}`);
    return fleet;
  }
  #storeFolder = '';

  async start(name: string): Promise<void> {
    const part = (key: string, value: unknown): AnyProcessModule => ({
      name: key,
      needs: [],
      open: () => Promise.resolve({ value, close: () => Promise.resolve() }),
    });
    const settings = readSettings({ BRIDGE_DATA: join(this.base, name) });
    const parts = [part('bus', this.bus), part('blobs', this.store)];
    this.#running.push(await run([...parts, surfModule], testBase({}, { settings })));
  }

  /** Returns the path of an index file in the blob store, which the tests damage. */
  object({ object }: ArchiveVersion): string {
    return join(this.#storeFolder, indexKey(object?.sha256 ?? ''));
  }

  folder(name: string): string {
    return join(this.base, name, 'search');
  }

  async status() {
    return (await this.bus.request(SURF.status, { ...this.#call(), input: {} })).result;
  }

  async rollback(from: string) {
    return (await this.bus.request(SURF.rollback, { ...this.#call(), input: { from } })).result;
  }

  async swap(next: ArchiveVersion, base: string | null = null) {
    return (await this.bus.request(SURF.swap, { ...this.#call(), input: { next, base } })).result;
  }

  #call() {
    return { ctx: OPERATOR, requestId: randomIds.make('req') };
  }

  /** Returns the different first title words of the hits. Any replica may answer. */
  async found(query: string): Promise<readonly string[]> {
    const { result } = await this.bus.request(SURF.search, {
      ctx: agentCtx(),
      input: { query, limit: 5 },
      requestId: randomIds.make('req'),
    });
    return [...new Set(result.references.map(({ title }) => title.split(' ')[0] ?? ''))];
  }

  /**
   * Imports 40 works whose titles begin with this word. `swap` replaces the step that makes the new version serve; `killed`
   * makes the import fail before the version is finished.
   */
  async import(
    word: string,
    options: {
      mode?: 'swap' | 'merge';
      resume?: boolean;
      killed?: boolean;
      first?: number;
      machine?: string;
    } = {},
    swap: (next: ArchiveVersion, base: string | null) => Promise<void> = async (next, base) => {
      expect(await this.swap(next, base)).toMatchObject({ outcome: 'swapped' });
    },
  ): Promise<ArchiveVersion> {
    const {
      mode = 'swap',
      resume = false,
      killed = false,
      first = 1,
      machine = 'import',
    } = options;
    const rows = Array.from({ length: 40 }, (_, at) =>
      momaObject(first + at, `${word} over the harbour ${first + at}`),
    );
    const path = join(this.base, `${word}.ndjson`);
    writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'));
    const address = `file:${join(this.base, machine)}`;
    const folder = versionFolder(address);
    if (folder === null) throw new Error(address);
    const index = openSearch({ address, clock: systemClock });
    let made: ArchiveVersion | null = null;
    const keep = async (next: ArchiveVersion, base: string | null) => {
      made = next;
      await swap(next, base);
    };
    const deps = { index, folder, store: this.store, clock: systemClock, swap: keep };
    const target = storedTarget(deps);
    const begin: typeof target.begin = async (given) => {
      const begun = await target.begin(given);
      const finish = () => Promise.reject(new Error('killed'));
      return killed ? { ...begun, finish } : begun;
    };
    await importArchive(
      { paths: [path], mode, resume },
      { target: { ...target, begin }, clock: systemClock },
    ).finally(() => index.close());
    if (made === null) throw new Error('nothing was imported');
    return made;
  }

  /** Waits until there are exactly this number of replicas and all serve the version. */
  async served(version: string, replicas: number): Promise<void> {
    await until(
      'the replicas',
      async () => {
        const { replicas: all } = await this.status();
        return all.length === replicas && all.every((one) => one.version === version);
      },
      WAIT_MS,
    );
  }

  async stop(): Promise<void> {
    for (const one of this.#running) await one.stop();
    await this.bus.driver.close();
    rmSync(this.base, { recursive: true, force: true });
    rmSync(this.#storeFolder, { recursive: true, force: true });
  }
}

let fleet: TestReplicas;
afterEach(() => fleet.stop());

const pointerOf = async ({ store }: TestReplicas): Promise<VersionPointer> => {
  const pointer = await readPointer(store);
  if (pointer === null || pointer === 'damaged') throw new Error(String(pointer));
  return pointer;
};

describe('an imported version', { timeout: 120_000 }, () => {
  // Verifies: search.versions.
  test('is loaded and served by every replica, and status names each of them', async () => {
    fleet = await TestReplicas.open(2);
    const { version } = await fleet.import('Balloon');
    await fleet.served(version, 2);
    for (let asked = 0; asked < 4; asked++)
      expect(await fleet.found('harbour')).toEqual(['Balloon']);
    for (const name of ['replica-0', 'replica-1'])
      expect(existsSync(join(fleet.folder(name), `refs-${version}.sqlite`))).toBe(true);
    const status = await fleet.status();
    expect(status).toMatchObject({ kind: 'folder', named: version, trouble: null });
    expect(status.stats).toMatchObject({ version, documents: 40 });
    expect(new Set(status.replicas.map(({ replica }) => replica)).size).toBe(2);
    const { result } = await fleet.bus.request(SURF.explain, {
      ctx: OPERATOR,
      input: { query: 'balloon harbour', id: 'moma:7' },
      requestId: 'req',
    });
    expect(result.explanation).toMatchObject({ id: 'moma:7' });
  });

  // Verifies: search.versions.
  test('is served also by a replica that was not there, or that missed the hint', async () => {
    fleet = await TestReplicas.open(1);
    const first = await fleet.import('Balloon');
    await fleet.served(first.version, 1);
    await fleet.start('late');
    await fleet.served(first.version, 2);
    // Replaces the pointer without a hint: the replicas notice it in their next check.
    const next = await fleet.import('Zeppelin', {}, async (version) => {
      await writePointer(fleet.store, { serving: version, previous: first });
    });
    await fleet.served(next.version, 2);
    expect(await fleet.found('harbour')).toEqual(['Zeppelin']);
  });

  test('is rolled back to the one before, down to the starter archive, and brought back', async () => {
    fleet = await TestReplicas.open(2);
    const { version } = await fleet.import('Balloon');
    await fleet.served(version, 2);
    expect(await fleet.rollback(version)).toEqual({ serving: 'starter' });
    await fleet.served('starter', 2);
    expect(await fleet.found('portrait')).not.toEqual([]);
    // The same message again, as a client sends it after a lost reply: nothing changes.
    expect(await fleet.rollback(version)).toEqual({ serving: 'starter' });
    expect(await fleet.rollback('starter')).toEqual({ serving: version });
    await fleet.served(version, 2);
    expect(await fleet.found('harbour')).toEqual(['Balloon']);
  });

  test('keeps the one before and no other in the blob store and in the folders', async () => {
    fleet = await TestReplicas.open(1);
    const made: ArchiveVersion[] = [];
    for (const word of ['Balloon', 'Zeppelin', 'Kestrel']) {
      made.push(await fleet.import(word));
      await fleet.served(made.at(-1)?.version ?? '', 1);
    }
    const keys: string[] = [];
    for await (const { key } of fleet.store.list(`${INDEX_FOLDER}/`)) keys.push(key);
    expect(keys.sort()).toEqual(
      made
        .slice(1)
        .map(({ object }) => indexKey(object?.sha256 ?? ''))
        .sort(),
    );
    const file = (at: number): string =>
      join(fleet.folder('replica-0'), `refs-${made[at]?.version}.sqlite`);
    expect([file(0), file(1), file(2)].map(existsSync)).toEqual([false, true, true]);
  });
});

describe('a version that cannot be loaded', { timeout: 120_000 }, () => {
  // Verifies: search.versions.
  test.each([
    ['damaged', (file: string) => truncateSync(file, 100_000), /is damaged; the version before/],
    ['missing', (file: string) => rmSync(file), /does not hold surf\/index/],
  ])(
    'because its index is %s leaves the one before serving, says so, and heals',
    async (_, damage, said) => {
      fleet = await TestReplicas.open(2);
      const before = await fleet.import('Balloon');
      await fleet.served(before.version, 2);
      let whole = Buffer.alloc(0);
      const next = await fleet.import('Zeppelin', {}, async (version) => {
        whole = readFileSync(fleet.object(version));
        damage(fleet.object(version));
        await writePointer(fleet.store, { serving: version, previous: before });
      });
      await until(
        'the replicas',
        async () => {
          const { replicas } = await fleet.status();
          return replicas.length === 2 && replicas.every(({ trouble }) => said.test(trouble ?? ''));
        },
        WAIT_MS,
      );
      expect((await fleet.status()).replicas.map(({ version }) => version)).toEqual([
        before.version,
        before.version,
      ]);
      expect(await fleet.found('harbour')).toEqual(['Balloon']);
      writeFileSync(fleet.object(next), whole);
      expect(await fleet.swap(next)).toMatchObject({ outcome: 'swapped' });
      await fleet.served(next.version, 2);
      await until('the replicas', async () => (await fleet.status()).trouble === null, WAIT_MS);
    },
  );

  // Verifies: search.versions.
  test('because the disk is full leaves the one before serving, says so, and heals', async (context) => {
    fleet = await TestReplicas.open(0);
    const data = join(fleet.base, 'small');
    mkdirSync(data);
    const disk = smallDisk(data, 32);
    if (disk === null) return context.skip('needs the right to mount a small disk');
    try {
      await fleet.start('small');
      const before = await fleet.import('Balloon');
      await fleet.served(before.version, 1);
      await disk.fill();
      const next = await fleet.import('Zeppelin');
      await until(
        'the replica to say that its disk is full',
        async () => /too full for the next version/.test((await fleet.status()).trouble ?? ''),
        WAIT_MS,
      );
      expect(await fleet.found('harbour')).toEqual(['Balloon']);
      disk.empty();
      expect(await fleet.swap(next)).toMatchObject({ outcome: 'swapped' });
      await fleet.served(next.version, 1);
      expect(await fleet.found('harbour')).toEqual(['Zeppelin']);
    } finally {
      disk.remove();
    }
  });

  test('is not swapped to when the store does not hold it', async () => {
    fleet = await TestReplicas.open(1);
    const before = await fleet.import('Balloon');
    const next = { version: 'gone', object: { sha256: 'a'.repeat(64), bytes: 1 } };
    expect(await fleet.swap(next)).toEqual({ outcome: 'missing', serving: before.version });
    expect((await pointerOf(fleet)).serving).toEqual(before);
  });

  // Verifies: search.damaged-folder.
  test('in the folder of a replica is loaded again from the store', async () => {
    fleet = await TestReplicas.open(1);
    const { version } = await fleet.import('Balloon');
    await fleet.served(version, 1);
    truncateSync(join(fleet.folder('replica-0'), `refs-${version}.sqlite`), 50_000);
    await until(
      'the replicas',
      async () => (await fleet.found('harbour'))[0] === 'Balloon',
      WAIT_MS,
    );
    await fleet.served(version, 1);
    expect((await fleet.status()).trouble).toBeNull();
  });
});

describe('an import', { timeout: 120_000 }, () => {
  test('adds to the version that serves, wherever that was built', async () => {
    fleet = await TestReplicas.open(1);
    const first = await fleet.import('Balloon');
    rmSync(join(fleet.base, 'import'), { recursive: true });
    const { version } = await fleet.import('Zeppelin', { mode: 'merge', first: 1_001 });
    await fleet.served(version, 1);
    expect((await fleet.status()).stats).toMatchObject({ documents: 80, previous: first.version });
  });

  // Verifies: search.killed-import.
  test('that was killed changes nothing that serves, and goes on with resume', async () => {
    fleet = await TestReplicas.open(1);
    const before = await fleet.import('Balloon');
    const merge = { mode: 'merge', first: 1_001 } as const;
    await expect(fleet.import('Zeppelin', { ...merge, killed: true })).rejects.toThrow('killed');
    expect((await pointerOf(fleet)).serving).toEqual(before);
    const { version } = await fleet.import('Zeppelin', { ...merge, resume: true });
    await fleet.served(version, 1);
    expect((await fleet.status()).stats).toMatchObject({ documents: 80 });
  });

  // Verifies: search.killed-import.
  test('whose finished index the store did not take goes on with resume', async () => {
    fleet = await TestReplicas.open(1);
    const first = await fleet.import('Balloon');
    // A file in place of the index folder makes every write to the store fail.
    const away = dirname(fleet.object(first));
    renameSync(away, `${away}-away`);
    writeFileSync(away, '');
    const merge = { mode: 'merge', first: 1_001 } as const;
    await expect(fleet.import('Zeppelin', merge)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    rmSync(away);
    renameSync(`${away}-away`, away);
    expect((await pointerOf(fleet)).serving).toEqual(first);
    const { version } = await fleet.import('Zeppelin', { ...merge, resume: true });
    await fleet.served(version, 1);
    expect((await fleet.status()).stats).toMatchObject({ documents: 80 });
  });

  // Verifies: search.stale-import.
  test('that was made from a version which serves no more is refused, also when it is resumed', async () => {
    fleet = await TestReplicas.open(1);
    const stale = await fleet.import('Balloon');
    const merge = { mode: 'merge', first: 1_001 } as const;
    await expect(fleet.import('Zeppelin', { ...merge, killed: true })).rejects.toThrow('killed');
    const other = await fleet.import('Kestrel', { machine: 'another' });
    expect(await fleet.swap({ ...other, version: 'stale' }, stale.version)).toEqual({
      outcome: 'superseded',
      serving: other.version,
    });
    await expect(fleet.import('Zeppelin', { ...merge, resume: true })).rejects.toMatchObject({
      sentence: expect.stringContaining('without --resume') as string,
    });
    await fleet.served(other.version, 1);
    expect(await fleet.found('harbour')).toEqual(['Kestrel']);
  });
});
