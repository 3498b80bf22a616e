import { openFsStore } from '@bridge/blobs';
import { randomIds, systemClock } from '@bridge/kernel';
import { openSearch, SearchEngineError, type SearchIndex, versionFolder } from '@bridge/search';
import { momaObject } from '@bridge/testing';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { storedTarget } from '../versions/stored-target.ts';
import { readPointer, writePointer } from '../versions/version-pointer.ts';
import { archiveStats } from './archive-stats.ts';
import { importArchive } from './import-archive.ts';
import type { ImportOptions } from './import-options.ts';
import { indexTarget } from './index-target.ts';
import { rehearseRemoval, removeSource } from './remove-source.ts';
import type { ImportTarget } from './target.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-removal-'));
const open: SearchIndex[] = [];
afterEach(async () => {
  for (const index of open.splice(0)) await index.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string): string {
  const path = join(folder, `${randomIds.make('f')}-${name}`);
  writeFileSync(path, content);
  return path;
}

/** Writes an import file with MoMA objects of these numbers. */
function moma(numbers: readonly number[], title = 'Composition'): string {
  const rows = numbers.map((number) => momaObject(number, `${title} ${number}`));
  return file('moma.json', JSON.stringify(rows));
}

function upTo(last: number): number[] {
  return Array.from({ length: last }, (_, at) => at + 1);
}

/** An archive under test in one of the two configurations: an index in a local folder, or an index in the blob store. */
interface ArchiveUnderTest {
  readonly index: SearchIndex;
  readonly target: ImportTarget;
}

function inFolder(): Promise<ArchiveUnderTest> {
  const address = `file:${join(folder, randomIds.make('index'))}`;
  const index = openSearch({ address, clock: systemClock });
  open.push(index);
  return Promise.resolve({ index, target: indexTarget(index, systemClock) });
}

async function inBlobStore(): Promise<ArchiveUnderTest> {
  const address = `file:${join(folder, randomIds.make('index'))}`;
  const index = openSearch({ address, clock: systemClock });
  open.push(index);
  const versions = versionFolder(address);
  if (versions === null) throw new Error(address);
  const ids = { ids: randomIds, clock: systemClock };
  const store = await openFsStore(join(folder, randomIds.make('store')), ids);
  const target = storedTarget({
    index,
    folder: versions,
    store,
    clock: systemClock,
    swap: async (serving) => {
      const before = await readPointer(store);
      const previous = before === null || before === 'damaged' ? null : before.serving;
      await writePointer(store, { serving, previous });
      versions.serve(serving.version, previous?.version ?? null);
    },
  });
  return { index, target };
}

async function idsIn({ target }: ArchiveUnderTest): Promise<readonly string[]> {
  const known = await target.serving();
  return [...known.hashes().keys()].flatMap((source) => known.idsOf(source)).sort();
}

const run = ({ target }: ArchiveUnderTest, options: ImportOptions) =>
  importArchive(options, { target, clock: systemClock });

// Verifies: search.removals.
describe.each([
  ['a folder', inFolder],
  ['the blob store', inBlobStore],
])('an archive in %s', { timeout: 60_000 }, (_, opened) => {
  test('--delete-missing removes what the newest file of a source no longer holds, and nothing of another source', async () => {
    const archive = await opened();
    await run(archive, { paths: [moma(upTo(20))], mode: 'swap' });
    const aic =
      'id,title,main_reference_number,department_title,artist_title\n7,Seven,1990.1,Prints,Ada Stone\n';
    await run(archive, { paths: [file('aic.csv', aic)] });
    const result = await run(archive, { paths: [moma([...upTo(19), 21])], removeMissing: 0.1 });
    expect(result.sources).toMatchObject([{ source: 'moma', added: 1, unchanged: 19, removed: 1 }]);
    expect(result.documents).toBe(21);
    const ids = await idsIn(archive);
    expect(ids).toContain('aic:7');
    expect(ids).toContain('moma:21');
    expect(ids).not.toContain('moma:20');
  });

  test('--delete-missing above its share changes nothing and says how many; with consent it removes them', async () => {
    const archive = await opened();
    await run(archive, { paths: [moma(upTo(20))], mode: 'swap' });
    const version = (await archive.index.info())?.version;
    const few = moma(upTo(15));
    await expect(run(archive, { paths: [few], removeMissing: 0.1 })).rejects.toMatchObject({
      code: 'too_many_missing',
      message: expect.stringMatching(/^5 of the 20 records of moma \(25\.0 %\).*--yes/),
    });
    expect((await archive.index.info())?.version).toBe(version);
    expect(await idsIn(archive)).toHaveLength(20);
    const result = await run(archive, { paths: [few], removeMissing: 1 });
    expect(result).toMatchObject({ documents: 15, sources: [{ removed: 5 }] });
  });

  test('a dry run counts new, changed, unchanged and removed records as the import then does', async () => {
    const archive = await opened();
    await run(archive, { paths: [moma(upTo(20))], mode: 'swap' });
    const rows = [
      ...upTo(18).map((number) => momaObject(number, `Composition ${number}`)),
      momaObject(19, 'Space Force'),
      momaObject(21, 'Composition 21'),
    ];
    const options = { paths: [file('moma.json', JSON.stringify(rows))], removeMissing: 0.1 };
    const version = (await archive.index.info())?.version;
    const counts = [{ source: 'moma', added: 1, changed: 1, unchanged: 18, removed: 1 }];
    const dry = await run(archive, { ...options, dryRun: true });
    expect(dry).toMatchObject({ version: null, documents: null, sources: counts });
    expect((await archive.index.info())?.version).toBe(version);
    expect((await run(archive, options)).sources).toMatchObject(counts);
  });

  test('a dry run of a swap counts what it would remove of every source', async () => {
    const archive = await opened();
    await run(archive, { paths: [moma(upTo(20))], mode: 'swap' });
    const dry = await run(archive, { paths: [moma([1, 30])], mode: 'swap', dryRun: true });
    expect(dry.sources).toMatchObject([{ added: 1, unchanged: 1, removed: 19 }]);
  });

  test('remove takes a source with its files out of the archive, and rollback brings it back', async () => {
    const archive = await opened();
    const aic =
      'id,title,main_reference_number,department_title,artist_title\n7,Seven,1990.1,Prints,Ada Stone\n';
    await run(archive, { paths: [moma(upTo(20)), file('aic.csv', aic)], mode: 'swap' });
    const counts = { source: 'moma', removed: 20, documents: 1 };
    expect(await rehearseRemoval('moma', archive.target)).toEqual({ ...counts, version: null });
    expect(await idsIn(archive)).toHaveLength(21);
    expect(await removeSource('moma', archive.target, () => undefined)).toMatchObject(counts);
    expect(await idsIn(archive)).toEqual(['aic:7']);
    const stats = await archiveStats(archive.index);
    expect(stats?.files.map(({ source }) => source)).toEqual(['aic']);
    expect(await archive.index.rollback()).toBe(true);
  });

  test('remove of the last source leaves an empty archive that serves', async () => {
    const archive = await opened();
    await run(archive, { paths: [moma(upTo(3))], mode: 'swap' });
    expect(await removeSource('moma', archive.target, () => undefined)).toMatchObject({
      documents: 0,
    });
    expect((await archive.index.info())?.documents).toBe(0);
    expect(await run(archive, { paths: [moma(upTo(3))] })).toMatchObject({ documents: 3 });
  });

  test('remove of a source that is not there names those that are', async () => {
    const archive = await opened();
    await run(archive, { paths: [moma(upTo(3))], mode: 'swap' });
    await expect(removeSource('louvre', archive.target, () => undefined)).rejects.toMatchObject({
      code: 'unknown_source',
      message: 'The archive holds no records of “louvre”. It holds moma.',
    });
    expect(await idsIn(archive)).toHaveLength(3);
  });
});

describe('--delete-missing removes nothing', { timeout: 60_000 }, () => {
  test('when records of the file cannot be read, because they may be the missing ones', async () => {
    const archive = await inFolder();
    await run(archive, { paths: [moma(upTo(40))], mode: 'swap' });
    const lines = upTo(39).map((number) =>
      JSON.stringify(momaObject(number, `Composition ${number}`)),
    );
    const path = file('moma.ndjson', [...lines, '{"ObjectID": "40", "Ti'].join('\n'));
    await expect(run(archive, { paths: [path], removeMissing: 0.1 })).rejects.toMatchObject({
      code: 'too_many_missing',
      message: expect.stringContaining('--report'),
    });
    expect(await idsIn(archive)).toHaveLength(40);
  });

  test('when one of the files is refused', async () => {
    const archive = await inFolder();
    await run(archive, { paths: [moma(upTo(40))], mode: 'swap' });
    const paths = [moma(upTo(39)), file('second.json', '')];
    await expect(run(archive, { paths, removeMissing: 0.1 })).rejects.toMatchObject({
      code: 'too_many_missing',
      message: expect.stringContaining('second.json'),
    });
  });

  test('when the archive holds newer records than the file', async () => {
    const archive = await inFolder();
    await run(archive, { paths: [moma(upTo(40))], mode: 'swap', date: '2024-01-01' });
    const old = { paths: [moma(upTo(39), 'Older')], date: '2020-01-01', removeMissing: 1 };
    await expect(run(archive, old)).rejects.toMatchObject({
      message: expect.stringContaining('Give the newest file'),
    });
    expect(await run(archive, { ...old, force: true })).toMatchObject({ documents: 39 });
  });

  test('of a source whose file names none of its records', async () => {
    const archive = await inFolder();
    await run(archive, { paths: [moma(upTo(5))], mode: 'swap' });
    const nothing = file('moma.json', JSON.stringify([{ ...momaObject(1, 'x'), ObjectID: '' }]));
    await run(archive, { paths: [nothing], removeMissing: 1 });
    expect(await idsIn(archive)).toHaveLength(5);
  });
});

test('a run that stops before its end leaves the old version, and repeated it removes the same records', async () => {
  const archive = await inBlobStore();
  await run(archive, { paths: [moma(upTo(20))], mode: 'swap' });
  const options = { paths: [moma([...upTo(19), 21])], removeMissing: 0.1 };
  const stopped = { ...archive, target: stoppedBefore(archive.target) };
  await expect(run(stopped, options)).rejects.toMatchObject({ sentence: 'killed' });
  expect(await idsIn(archive)).toHaveLength(20);
  expect(await run(archive, { ...options, resume: true })).toMatchObject({ documents: 20 });
  expect(await idsIn(archive)).not.toContain('moma:20');
}, 60_000);

/** Wraps an import target so that its runs fail, as if killed, after they have removed documents. */
function stoppedBefore(target: ImportTarget): ImportTarget {
  return {
    ...target,
    begin: async (options) => ({
      ...(await target.begin(options)),
      finish: () => Promise.reject(new SearchEngineError('failed', 'killed')),
    }),
  };
}

test('a changed mapping writes the same file again', async () => {
  const archive = await inFolder();
  const path = file('objects.csv', 'no,name,other\n1,Plough,Pflug\n');
  const mapping = {
    source: 'village',
    dataset: 'Village',
    institution: 'Village Museum',
    fields: { id: 'no', title: 'name' },
  };
  await run(archive, { paths: [path], mapping });
  expect((await run(archive, { paths: [path], mapping })).sources).toMatchObject([
    { unchanged: 1 },
  ]);
  const next = { ...mapping, fields: { id: 'no', title: 'other' } };
  expect((await run(archive, { paths: [path], mapping: next })).sources).toMatchObject([
    { changed: 1 },
  ]);
});
