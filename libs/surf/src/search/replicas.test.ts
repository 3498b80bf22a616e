import { buildStarterIndex, importArchive, indexTarget } from '@bridge/archive';
import { randomIds, systemClock } from '@bridge/kernel';
import { openSearch, type SearchIndex } from '@bridge/search';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { momaObject } from '@bridge/testing';
import { testRecord } from './archive.fixture.ts';
import { ArchiveSearcher, type ArchiveSearchResult } from './search-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-replicas-'));
const address = `file:${join(folder, 'search')}`;
const open: SearchIndex[] = [];
afterEach(async () => {
  for (const index of open.splice(0)) await index.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function another(): SearchIndex {
  const index = openSearch({ address, clock: systemClock });
  open.push(index);
  return index;
}

/** Replaces the records of the archive with 40 works whose titles begin with this word. Returns the version. */
async function swapTo(index: SearchIndex, word: string): Promise<string> {
  const path = join(folder, `${randomIds.make('f')}.ndjson`);
  const rows = Array.from({ length: 40 }, (_, at) =>
    momaObject(at + 1, `${word} over the harbour ${at + 1}`),
  );
  writeFileSync(path, rows.map((row) => JSON.stringify(row)).join('\n'));
  const target = indexTarget(index, systemClock);
  const { version } = await importArchive(
    { paths: [path], mode: 'swap' },
    { target, clock: systemClock },
  );
  if (version === null) throw new Error('nothing was imported');
  return version;
}

/** Returns the methods of an index, so that a test can replace one of them. */
function callsOf(real: SearchIndex): SearchIndex {
  return {
    info: () => real.info(),
    find: (interpretations, options) => real.find(interpretations, options),
    get: (ids) => real.get(ids),
    bodies: (version, ids) => real.bodies(version, ids),
    documents: () => real.documents(),
    attachment: (name) => real.attachment(name),
    build: (options) => real.build(options),
    rollback: () => real.rollback(),
    close: () => real.close(),
  };
}

const wordsOf = ({ hits }: ArchiveSearchResult): string[] => [
  ...new Set(hits.map(({ record }) => record.title.split(' ')[0] ?? '')),
];

describe('two replicas over one index', { timeout: 60_000 }, () => {
  test('give the same answer, and the new one with the first search after a swap, read by its own words', async () => {
    const admin = another();
    await swapTo(admin, 'Balloon');
    const replicas = [new ArchiveSearcher(another()), new ArchiveSearcher(another())];
    for (const word of ['Zeppelin', 'Biplane', 'Kestrel']) {
      for (const one of replicas) await one.search('harbour', 5);
      const version = await swapTo(admin, word);
      // The last letters are transposed: only the vocabulary of the new index can correct the word.
      const slip = `${word.slice(0, -2)}${word.slice(-1)}${word.slice(-2, -1)}`.toLowerCase();
      const answers = await Promise.all(replicas.map((one) => one.search(slip, 5)));
      for (const answer of answers) {
        expect(answer.version).toBe(version);
        expect(wordsOf(answer)).toEqual([word]);
        expect([...answer.understood.corrected]).toEqual([[slip, word.toLowerCase()]]);
      }
      expect(answers[0]?.hits).toEqual(answers[1]?.hits);
    }
  });

  test('read the records of an answer from the index that gave it, and ask again when that one is gone', async () => {
    const admin = another();
    await swapTo(admin, 'Balloon');
    const real = another();
    let swaps = 0;
    const archive = new ArchiveSearcher({
      ...callsOf(real),
      bodies: async (version, ids) => {
        // Another version begins to serve between the search for the ids of the hits and the read of their records, and `info`
        // makes this connection switch to it.
        if (swaps++ === 0) {
          await swapTo(admin, 'Zeppelin');
          await real.info();
        }
        return await real.bodies(version, ids);
      },
    });
    const answer = await archive.search('harbour', 5);
    expect(wordsOf(answer)).toEqual(['Zeppelin']);
    expect(answer.version).toBe((await real.info())?.version);
    expect(swaps).toBe(2);
  });

  test('know the collections of a version that began to serve while its words were read', async () => {
    const admin = another();
    await swapTo(admin, 'Balloon');
    const real = another();
    let reads = 0;
    const archive = new ArchiveSearcher({
      ...callsOf(real),
      attachment: async (name) => {
        // Another version, with another collection, begins to serve after `info` was read.
        if (reads++ === 0) {
          await real.info();
          await buildStarterIndex(admin, [testRecord('Harbour')], systemClock);
        }
        return await real.attachment(name);
      },
    });
    await archive.search('harbour', 5);
    const { understood } = await archive.search('source:own harbour', 5);
    expect(understood.text).toMatchObject({ shown: { source: 'own' }, ignored: [] });
  });

  test('that are searched all through swaps never err and never mix two indexes', async () => {
    const admin = another();
    await swapTo(admin, 'Balloon');
    const replicas = [new ArchiveSearcher(another()), new ArchiveSearcher(another())];
    let swapping = true;
    const seen = new Set<string>();
    const loops = replicas.map(async (one) => {
      while (swapping) {
        const words = wordsOf(await one.search('harbour', 10));
        expect(words).toHaveLength(1);
        seen.add(words[0] ?? '');
      }
    });
    for (const word of ['Zeppelin', 'Biplane', 'Kestrel']) await swapTo(admin, word);
    swapping = false;
    await Promise.all(loops);
    for (const one of replicas)
      expect(wordsOf(await one.search('harbour', 10))).toEqual(['Kestrel']);
    expect(seen.size).toBeGreaterThan(1);
  });
});
