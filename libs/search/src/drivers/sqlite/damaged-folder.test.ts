import { systemClock } from '@bridge/kernel';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSearch, packIndex, placeIndex } from '../../open-search.ts';
import { type SearchIndex } from '../../search-index.ts';
import { SEARCH_FIELDS, type SearchDocument } from '../../search-document.ts';

const base = mkdtempSync(join(tmpdir(), 'bridge-damaged-'));
// The temporary folder is readable by all users, because tests at the end of this file open an index in it as another user.
chmodSync(base, 0o755);
afterAll(() => rmSync(base, { recursive: true, force: true }));

const DOCUMENTS = 400;
const RESERVE = pathToFileURL(join(base, 'reserve.zst'));

function documentsOf(version: string): SearchDocument[] {
  return Array.from({ length: DOCUMENTS }, (_, at) => ({
    id: `a:${at}`,
    rank: 1,
    hash: `${version} ${at}`,
    stamp: 0,
    fields: SEARCH_FIELDS.map((field) => (field === 'title' ? `wave ${version} n${at}` : '')),
    facets: {
      type: 'IMAGE',
      source: 'a',
      rights: 'open',
      form: '',
      decade: '',
      language: '',
      image: 'no',
      from: null,
      to: null,
    },
    entities: [],
    key: '',
    body: JSON.stringify({ version, text: 'x'.repeat(500) }),
  }));
}

async function fill(folder: string, versions: readonly string[]): Promise<void> {
  const index = openSearch({ address: `file:${folder}`, clock: systemClock });
  for (const version of versions) {
    const build = await index.build({ mode: 'swap', version, resume: false });
    await build.put({ documents: documentsOf(version) });
    await build.commit();
  }
  await index.close();
}

let made = 0;
/** Creates an index folder with these versions, of which the last one serves. */
async function folderWith(...versions: string[]): Promise<string> {
  const folder = join(base, `folder-${++made}`);
  await fill(folder, versions);
  return folder;
}

beforeAll(async () => {
  const folder = await folderWith('carried');
  writeFileSync(RESERVE, packIndex(`file:${folder}`));
});

const ALL = [{ any: [{ words: ['wave'] }] }];

/** Returns the version that answers a search, read from the found documents. */
async function answeredFrom(index: SearchIndex): Promise<string | undefined> {
  const options = { enough: DOCUMENTS };
  const found = await index.find([{ all: ALL, limit: DOCUMENTS }], options);
  expect(found.candidates).toHaveLength(DOCUMENTS);
  const bodies = await index.bodies(
    found.version,
    found.candidates.map(({ id }) => id),
  );
  if (bodies === null) return await answeredFrom(index);
  expect(bodies.size).toBe(DOCUMENTS);
  return (JSON.parse(bodies.get('a:0') ?? '') as { version: string }).version;
}

const open = (folder: string, onProblem?: (trouble: string | null) => void): SearchIndex =>
  openSearch({
    address: `file:${folder}`,
    clock: systemClock,
    reserve: { packed: RESERVE, version: 'reserve' },
    ...(onProblem === undefined ? {} : { onProblem }),
  });

const fileOf = (folder: string, version: string): string => join(folder, `refs-${version}.sqlite`);
const pointerOf = (folder: string): string => join(folder, 'CURRENT');

function zero(file: string, from: number): void {
  const { size } = statSync(file);
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(size - from), 0, size - from, from);
  closeSync(handle);
}

/** A kind of damage to an index folder: its name, and a function that causes it. */
type FolderDamage = readonly [name: string, damage: (folder: string) => void];
const POINTER: readonly FolderDamage[] = [
  ['an empty CURRENT', (folder) => writeFileSync(pointerOf(folder), '')],
  ['garbage in CURRENT', (folder) => writeFileSync(pointerOf(folder), '\0\xff../../etc/passwd')],
  ['no CURRENT', (folder) => rmSync(pointerOf(folder))],
  [
    'a folder as CURRENT',
    (folder) => {
      rmSync(pointerOf(folder));
      mkdirSync(pointerOf(folder));
    },
  ],
];
const FILE: readonly FolderDamage[] = [
  ['a missing file', (folder) => rmSync(fileOf(folder, 'new'))],
  ['an empty file', (folder) => truncateSync(fileOf(folder, 'new'), 0)],
  [
    'a file cut off in the middle',
    (folder) => truncateSync(fileOf(folder, 'new'), statSync(fileOf(folder, 'new')).size / 2),
  ],
  ['a file of zeros', (folder) => zero(fileOf(folder, 'new'), 0)],
  ['zeros after the first pages', (folder) => zero(fileOf(folder, 'new'), 3 * 8_192)],
  ['a text as file', (folder) => writeFileSync(fileOf(folder, 'new'), 'not a database')],
];

describe('a damaged index folder', () => {
  // Verifies: search.damaged-folder.
  test.each(FILE)('with %s serves the version before and says so', async (_, damage) => {
    const folder = await folderWith('old', 'new');
    damage(folder);
    const told: (string | null)[] = [];
    const index = open(folder, (trouble) => told.push(trouble));
    expect(await answeredFrom(index)).toBe('old');
    const trouble = (await index.info())?.trouble ?? '';
    expect(trouble).toContain('refs-new.sqlite');
    expect(trouble).toContain('Version old serves instead.');
    expect(trouble).toContain('Import again with --swap.');
    expect(told).toEqual([trouble]);
    await index.close();
  });

  // Verifies: search.damaged-folder.
  test.each(POINTER)('with %s serves its newest version and says so', async (_, damage) => {
    const folder = await folderWith('old', 'new');
    damage(folder);
    const index = open(folder);
    expect(await answeredFrom(index)).toBe('new');
    expect((await index.info())?.trouble).toMatch(/CURRENT.* Version new serves instead\./);
    await index.close();
  });

  // Verifies: search.damaged-folder.
  test.each([...FILE, ...POINTER.slice(0, 2)])(
    'with %s and no other version serves the reserve and says so',
    async (name, damage) => {
      const folder = await folderWith('new');
      damage(folder);
      // A damaged pointer file alone makes no version unreadable, so the test also damages the file of the version that it
      // named.
      if (POINTER.some(([pointer]) => pointer === name)) truncateSync(fileOf(folder, 'new'), 100);
      const index = open(folder);
      expect(await answeredFrom(index)).toBe('carried');
      const info = await index.info();
      expect(info?.version).toBe('reserve');
      expect(info?.trouble).toContain('The starter archive serves instead.');
      await index.close();
    },
  );

  // Verifies: search.damaged-folder.
  test.each(FILE)(
    'that gets %s while it is searched answers the next search',
    async (name, damage) => {
      const folder = await folderWith('old', 'new');
      const told: (string | null)[] = [];
      const index = open(folder, (trouble) => told.push(trouble));
      expect(await answeredFrom(index)).toBe('new');
      expect(told).toEqual([]);
      damage(folder);
      // The removed file is still open, so the requested version serves until the next start.
      const expected = name === 'a missing file' ? 'new' : 'old';
      expect(await answeredFrom(index)).toBe(expected);
      expect(told).toEqual([expect.stringContaining('refs-new.sqlite')]);
      await index.close();
    },
  );

  test('serves the named version again once its file is back, without a restart', async () => {
    const folder = await folderWith('old', 'new');
    const aside = join(folder, 'aside');
    renameSync(fileOf(folder, 'new'), aside);
    const told: (string | null)[] = [];
    const index = open(folder, (trouble) => told.push(trouble));
    expect(await answeredFrom(index)).toBe('old');
    renameSync(aside, fileOf(folder, 'new'));
    expect(await answeredFrom(index)).toBe('new');
    expect(told).toEqual([expect.any(String), null]);
    await index.close();
  });

  test.each([...FILE, ...POINTER])(
    'with %s is whole again after an import with --swap',
    async (name, damage) => {
      const folder = await folderWith('old', 'new');
      damage(folder);
      if (name === 'a folder as CURRENT') rmSync(pointerOf(folder), { recursive: true });
      await fill(folder, ['newer']);
      const index = open(folder);
      expect(await answeredFrom(index)).toBe('newer');
      expect((await index.info())?.trouble).toBeNull();
      await index.close();
    },
  );

  test('names the version that serves for good after a rollback', async () => {
    const folder = await folderWith('old', 'new');
    truncateSync(fileOf(folder, 'new'), 100);
    const index = open(folder);
    expect(await index.rollback()).toBe(true);
    expect(await answeredFrom(index)).toBe('old');
    expect(await index.info()).toMatchObject({ version: 'old', previous: null, trouble: null });
    await index.close();
  });

  test('is not rolled back to a version that cannot be read', async () => {
    const folder = await folderWith('old', 'new');
    truncateSync(fileOf(folder, 'old'), 100);
    const index = open(folder);
    await expect(index.rollback()).rejects.toMatchObject({ reason: 'damaged' });
    expect(await answeredFrom(index)).toBe('new');
    await index.close();
  });

  test('without a reserve is told in a sentence, also when two questions fail at once', async () => {
    const folder = await folderWith('new');
    rmSync(fileOf(folder, 'new'));
    const index = openSearch({ address: `file:${folder}`, clock: systemClock });
    const failures = await Promise.allSettled([index.info(), index.attachment('lexicon')]);
    for (const failure of failures)
      expect(failure).toMatchObject({
        status: 'rejected',
        reason: { reason: 'no_index', sentence: expect.stringMatching(/missing.*--swap/) },
      });
    await index.close();
  });

  test('that is a file serves the reserve and is never taken for an empty one', async () => {
    const path = join(base, `file-${++made}`);
    writeFileSync(path, 'no folder');
    const index = open(path);
    expect(await answeredFrom(index)).toBe('carried');
    await index.close();
    const without = openSearch({ address: `file:${path}`, clock: systemClock });
    await expect(without.info()).rejects.toMatchObject({ reason: 'damaged' });
    await without.close();
  });

  test('takes no packed index over what is damaged', async () => {
    const folder = await folderWith('new');
    writeFileSync(pointerOf(folder), '');
    expect(await placeIndex(`file:${folder}`, RESERVE, 'starter')).toBe(false);
    expect(await placeIndex(`file:${join(base, 'vacant')}`, RESERVE, 'starter')).toBe(true);
  });
});

/** Returns the state that a process of another system user reads from a folder without access rights. */
async function asOther(folder: string): Promise<{ version: string; trouble: string | null }> {
  const library = pathToFileURL(join(import.meta.dirname, '../../index.ts')).href;
  const kernel = pathToFileURL(join(import.meta.dirname, '../../../../kernel/src/index.ts')).href;
  const code = `
    const { openSearch, placeIndex } = await import(${JSON.stringify(library)});
    const { systemClock } = await import(${JSON.stringify(kernel)});
    const address = ${JSON.stringify(`file:${folder}`)};
    const packed = new URL(${JSON.stringify(RESERVE.href)});
    await placeIndex(address, packed, 'starter').catch(() => false);
    const index = openSearch({ address, clock: systemClock, reserve: { packed, version: 'reserve' } });
    const { version, trouble } = await index.info();
    await index.close();
    console.log(JSON.stringify({ version, trouble }));`;
  // File permissions do not apply to the superuser, so the test switches to another user.
  const other = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const program = join(base, `program-${++made}.mjs`);
  writeFileSync(program, code);
  const child = spawn(process.execPath, [program], {
    ...other,
    cwd: base,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let stdout = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  await once(child, 'close');
  return JSON.parse(stdout) as { version: string; trouble: string | null };
}

describe.skipIf(process.platform === 'win32')('a folder of another user', () => {
  test('that can be read only serves what it holds', async () => {
    const folder = await folderWith('new');
    chmodSync(folder, 0o555);
    expect(await asOther(folder)).toEqual({ version: 'new', trouble: null });
  });

  // Verifies: search.damaged-folder.
  test('that is empty and takes no files costs nothing but the archive: the reserve serves', async () => {
    const folder = join(base, `closed-${++made}`);
    mkdirSync(folder, { mode: 0o555 });
    const { version, trouble } = await asOther(folder);
    expect(version).toBe('reserve');
    expect(trouble).toContain('holds no index');
  });

  test('that cannot be looked into is told as such, and the reserve serves', async () => {
    const folder = await folderWith('new');
    chmodSync(folder, 0o000);
    const { version, trouble } = await asOther(folder);
    chmodSync(folder, 0o755);
    expect(version).toBe('reserve');
    expect(trouble).toContain('CURRENT cannot be read (EACCES)');
  });
});
