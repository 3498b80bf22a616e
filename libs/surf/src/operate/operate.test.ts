import {
  importArchive,
  type ImportOptions,
  type ImportResult,
  type ImportTarget,
} from '@bridge/archive';
import { makeRequest, MemoryBus, serve, type Request } from '@bridge/bus';
import { MESSAGES } from '@bridge/contracts';
import { randomIds, silentLogger, systemClock } from '@bridge/kernel';
import { openSearch, SearchFault, type SearchIndex } from '@bridge/search';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { momaObject } from '@bridge/testing';
import { search } from '../actions/search.ts';
import { Archive } from '../search/search-archive.ts';
import { operatorHandlers } from './handlers.ts';
import { ImportDesk } from './import-desk.ts';
import { localOperator, type Operator } from './operator.ts';
import { remoteOperator } from './remote-operator.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-operate-'));
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Place {
  readonly index: SearchIndex;
  readonly local: Operator;
  readonly remote: Operator;
  /** Starts a replica of the service. */
  readonly replica: () => ImportDesk;
}

function place(): Place {
  const index = openSearch({
    address: `file:${join(folder, randomIds.make('index'))}`,
    clock: systemClock,
  });
  const driver = new MemoryBus();
  const local = localOperator(index, systemClock);
  const request: Request = makeRequest(driver, systemClock);
  const replica = (): ImportDesk => {
    const desk = new ImportDesk(index, systemClock);
    const handlers = {
      search: search(new Archive(index)),
      ...operatorHandlers(local, desk),
    };
    const served = serve(driver, 'surf', handlers, { clock: systemClock, log: silentLogger });
    ends.push(async () => {
      await served.close();
      await desk.close();
    });
    return desk;
  };
  ends.push(async () => {
    await index.close();
    await driver.close();
  });
  return {
    index,
    local,
    remote: remoteOperator({ request, clock: systemClock, ids: randomIds }),
    replica,
  };
}

/** Bodies that do not pack well, so that a batch needs several messages. */
const objects = (count: number): object[] =>
  Array.from({ length: count }, (_, at) => ({
    ...momaObject(at + 1, `Composition ${at + 1} ${randomIds.make('word').slice(5)}`),
    Date: String(1880 + (at % 60)),
  }));
const path = join(folder, 'objects.json');
writeFileSync(path, JSON.stringify(objects(1_300)));
const names = join(folder, 'names.json');
writeFileSync(
  names,
  JSON.stringify([
    {
      ConstituentID: 1,
      DisplayName: 'Lyubov Popova',
      ArtistBio: 'Russian',
      Nationality: 'Russian',
    },
  ]),
);

function bring(target: ImportTarget, options: Partial<ImportOptions> = {}): Promise<ImportResult> {
  return importArchive(
    { paths: [path, names], mode: 'swap', ...options },
    { target, clock: systemClock },
  );
}

async function digestOf(index: SearchIndex): Promise<string> {
  const build = await index.build({ mode: 'merge', version: 'look', resume: false });
  const digest = await build.digest();
  await build.abandon();
  return digest;
}

describe('an operator over the bus', { timeout: 60_000 }, () => {
  test('imports to the same index as on the machine itself, and the second time sends nothing', async () => {
    const [here, there] = [place(), place()];
    there.replica();
    await bring(here.local.target);
    const first = await bring(there.remote.target);
    expect(first).toMatchObject({ exit: 0, documents: 1_300 });
    expect(await digestOf(there.index)).toBe(await digestOf(here.index));
    expect(await there.remote.stats()).toEqual(await there.local.stats());
    const second = await bring(there.remote.target, { mode: 'merge', paths: [path] });
    expect(second.version).toBeNull();
    expect(second.sources).toMatchObject([{ read: 1_300, unchanged: 1_300, added: 0 }]);
  });

  test('goes on where it was cut off, after the service let it go, to the same index', async () => {
    const [whole, cut] = [place(), place()];
    await bring(whole.local.target);
    const first = cut.replica();
    let batches = 0;
    const { target } = cut.remote;
    const failing: ImportTarget = {
      begin: async (options) => {
        const run = await target.begin(options);
        const put: typeof run.put = (batch) => {
          if (batches++ > 0) throw new SearchFault('failed', 'cut off');
          return run.put(batch);
        };
        return { ...run, put };
      },
    };
    await expect(bring(failing)).rejects.toMatchObject({ sentence: 'cut off' });
    await first.close();
    const resumed = await bring(target, { resume: true });
    expect(resumed.sources).toMatchObject([{ read: 1_300, unchanged: 1_000, added: 300 }]);
    expect(await digestOf(cut.index)).toBe(await digestOf(whole.index));
  });

  test('is told in the engine’s own sentence why a second import has to wait, and the first goes on', async () => {
    const { remote, replica } = place();
    replica();
    const run = await remote.target.begin({ mode: 'swap', resume: false });
    await expect(remote.target.begin({ mode: 'swap', resume: false })).rejects.toMatchObject({
      reason: 'building',
      sentence: expect.stringContaining('--resume'),
    });
    expect(await run.hashes()).toEqual(new Map());
    await run.abandon();
  });

  test('explains, judges and rolls back as on the machine itself', async () => {
    const { local, remote, replica } = place();
    replica();
    await bring(local.target);
    await bring(local.target, { date: '2020-01-01' });
    expect(await remote.explain('popova linocut', 'moma:7')).toEqual(
      await local.explain('popova linocut', 'moma:7'),
    );
    expect(await remote.explain('popova', 'moma:none')).toBeNull();
    const query = {
      qid: 'q',
      query: '7.1949',
      type: 'identifier',
      relevant: [{ source: 'moma', id: '7', grade: 3 }],
    };
    expect(await remote.judge(query)).toMatchObject({ ndcg: 1, hits: expect.any(Number) });
    const before = await local.stats();
    expect(await remote.rollback()).toBe(true);
    expect(await local.stats()).not.toEqual(before);
  });
});

test('nobody but the operator’s own user at the broker may send what an operator sends', () => {
  const own = MESSAGES.filter(({ service }) => service === 'surf');
  expect(own.length).toBeGreaterThan(0);
  for (const { callers } of own) expect(callers).toEqual(['ctl']);
});
