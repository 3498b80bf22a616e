import { randomIds, systemClock } from '@bridge/kernel';
import { indexWords, openSearch, SearchEngineError, type SearchIndex } from '@bridge/search';
import { momaObject, need, sharedPath } from '@bridge/testing';
import { hash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import type { ArchiveRecord } from '../record/archive-record.ts';
import type { ImportEvent } from './events.ts';
import { importArchive } from './import-archive.ts';
import type { ImportOptions } from './import-options.ts';
import { indexTarget } from './index-target.ts';
import { LEXICON, unpackLexicon } from './lexicon-file.ts';
import { tarOf } from './tar.fixture.ts';
import type { ImportTarget } from './target.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-import-'));
const open: SearchIndex[] = [];
afterEach(async () => {
  for (const index of open.splice(0)) await index.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function newIndex(): SearchIndex {
  const index = openSearch({
    address: `file:${join(folder, randomIds.make('index'))}`,
    clock: systemClock,
  });
  open.push(index);
  return index;
}
function file(name: string, content: string | Uint8Array): string {
  const path = join(folder, `${randomIds.make('f')}-${name}`);
  writeFileSync(path, content);
  return path;
}
/** Returns the record in the index that contains these words. */
async function recordWith(index: SearchIndex, words: string): Promise<ArchiveRecord | undefined> {
  const all = indexWords(words).map((word) => ({ any: [{ words: [word] }] }));
  const { candidates } = await index.find([{ all, limit: 2 }], { enough: 2 });
  expect(candidates).toHaveLength(1);
  const [found] = await index.get(candidates.map(({ id }) => id));
  return found === undefined ? undefined : (JSON.parse(found.body) as ArchiveRecord);
}

/** A function that imports files into the index of a test, and the progress events that it reported. */
interface TestImporter {
  readonly events: ImportEvent[];
  readonly run: (options: ImportOptions) => ReturnType<typeof importArchive>;
}
function importer(
  index: SearchIndex,
  target: ImportTarget = indexTarget(index, systemClock),
): TestImporter {
  const events: ImportEvent[] = [];
  return {
    events,
    run: (options) =>
      importArchive(options, {
        target,
        clock: systemClock,
        onEvent: (event) => events.push(event),
      }),
  };
}

const objects = (count: number): Record<string, string | null>[] =>
  Array.from({ length: count }, (_, at) => momaObject(at + 1, `Composition ${at + 1}`));

describe('an import', { timeout: 60_000 }, () => {
  test.each([
    ['a JSON array', 'x.json', (rows: object[]) => JSON.stringify(rows)],
    [
      'a JSON array with a mark and line breaks',
      'x.json',
      (rows: object[]) => `\ufeff${JSON.stringify(rows, null, 2)}\n`,
    ],
    ['JSON lines', 'x.dat', (rows: object[]) => rows.map((row) => JSON.stringify(row)).join('\n')],
    ['a packed JSON array', 'x.bin', (rows: object[]) => gzipSync(JSON.stringify(rows))],
    [
      'UTF-16',
      'x.json',
      (rows: object[]) => Buffer.from(`\ufeff${JSON.stringify(rows)}`, 'utf16le'),
    ],
    [
      'CSV with semicolons',
      'x.txt',
      (rows: Record<string, string | null>[]) =>
        [
          Object.keys(rows[0] ?? {}),
          ...rows.map((row) =>
            Object.values(row).map((cell) => `"${(cell ?? '').replaceAll('"', '""')}"`),
          ),
        ]
          .map((cells) => cells.join(';'))
          .join('\r\n'),
    ],
    [
      'a tar of single objects',
      'x.tar',
      (rows: object[]) =>
        tarOf(rows.map((row, at) => ({ name: `o/${at}.json`, body: JSON.stringify(row) }))),
    ],
  ] as const)(
    'of %s imports every record; the format is detected from the content alone',
    async (_, name, write) => {
      const index = newIndex();
      const { run, events } = importer(index);
      const result = await run({ paths: [file(name, write(objects(30)))] });
      expect(result).toMatchObject({
        documents: 30,
        exit: 0,
        refused: [],
        sources: [{ source: 'moma', read: 30, added: 30, bad: 0 }],
      });
      expect(events.map(({ event }) => event)).toEqual(expect.arrayContaining(['file', 'step']));
      expect(await recordWith(index, 'popova composition 7')).toMatchObject({
        id: 'moma:7',
        date: { from: 1920 },
      });
    },
  );

  test('a second run of the same file writes nothing, a changed record replaces its old one', async () => {
    const index = newIndex();
    const { run } = importer(index);
    await run({ paths: [file('a.json', JSON.stringify(objects(20)))] });
    const version = (await index.info())?.version;
    const again = await run({ paths: [file('a.json', JSON.stringify(objects(20)))] });
    expect(again).toMatchObject({
      version: null,
      sources: [{ unchanged: 20, added: 0, changed: 0 }],
    });
    expect((await index.info())?.version).toBe(version);
    const changed = await run({
      paths: [file('a.json', JSON.stringify([momaObject(3, 'Space Force'), ...objects(2)]))],
    });
    expect(changed).toMatchObject({
      documents: 20,
      sources: [{ unchanged: 2, added: 0, changed: 1 }],
    });
    expect(await recordWith(index, 'space force')).toMatchObject({ id: 'moma:3' });
  });

  test('an older file of the same source does not replace records of a newer one, unless forced', async () => {
    const index = newIndex();
    const { run } = importer(index);
    await run({
      paths: [file('a.json', JSON.stringify([momaObject(1, 'New words')]))],
      date: '2022-11-28',
    });
    const old = {
      paths: [file('a.json', JSON.stringify([momaObject(1, 'Old words')]))],
      date: '2017-01-01',
    };
    expect(await run(old)).toMatchObject({ sources: [{ kept: 1, changed: 0 }] });
    expect(await run({ ...old, force: true })).toMatchObject({
      sources: [{ kept: 0, changed: 1 }],
    });
  });

  test('bad records are reported with position, offset and reason, and do not stop the import', async () => {
    const lines = [
      JSON.stringify(momaObject(1, 'One')),
      '{broken',
      'null',
      '[1]',
      JSON.stringify({ ...momaObject(2, 'Two'), ObjectID: '' }),
      '{"cut',
    ];
    const { run, events } = importer(newIndex());
    const result = await run({ paths: [file('x.jsonl', lines.join('\n'))], maxBad: 1 });
    expect(result.sources[0]).toMatchObject({
      read: 6,
      added: 1,
      bad: 5,
      reasons: { not_json: 1, null: 1, not_an_object: 1, no_id: 1, truncated: 1 },
    });
    const bad = events.flatMap((event) => (event.event === 'bad' ? [event.record] : []));
    expect(bad[0]).toMatchObject({
      place: 'line 2',
      reason: 'not_json',
      text: '{broken',
      offset: (lines[0]?.length ?? 0) + 1,
    });
    expect(
      (await importer(newIndex()).run({ paths: [file('x.jsonl', lines.join('\n'))] })).exit,
    ).toBe(1);
  });

  test('values of a JSON array that are no objects are reported like those of JSON lines', async () => {
    const values = [null, 5, 'a{b', momaObject(1, 'One'), true];
    const { run, events } = importer(newIndex());
    const result = await run({ paths: [file('x.json', JSON.stringify(values))], maxBad: 1 });
    expect(result.sources).toMatchObject([
      { read: 5, added: 1, bad: 4, reasons: { null: 1, not_an_object: 3 } },
    ]);
    const bad = events.flatMap((event) => (event.event === 'bad' ? [event.record] : []));
    expect(bad[2]).toMatchObject({ place: '3', reason: 'not_an_object', text: '"a{b"', offset: 8 });
  });

  test.each([
    ['between two records', -1],
    ['after the comma', 0],
    ['in a record', 9],
  ])('a JSON array that was cut off %s is reported as truncated', async (_, more) => {
    const [first = {}, second] = objects(2);
    const text = JSON.stringify([first, second]);
    const cut = text.slice(0, JSON.stringify([first]).length + more);
    const { run, events } = importer(newIndex());
    const result = await run({ paths: [file('x.json', cut)], maxBad: 1 });
    expect(result.sources).toMatchObject([{ read: 2, added: 1, reasons: { truncated: 1 } }]);
    expect(events).toContainEqual({
      event: 'bad',
      record: expect.objectContaining({ place: '2', reason: 'truncated' }),
    });
  });

  test.each([
    ['between two members', 0],
    ['in the header of a member', 100],
    ['in a member that is no record', 512 + 100],
  ])('a tar that was cut off %s is reported as truncated', async (_, more) => {
    const members = [{ name: 'o/1.json', body: JSON.stringify(momaObject(1, 'One')) }];
    const whole = tarOf([...members, { name: 'o/README.md', body: 'x'.repeat(400) }]);
    const cut = whole.subarray(0, tarOf(members).length - 1_024 + more);
    const { run, events } = importer(newIndex());
    const result = await run({ paths: [file('x.tar', cut)], maxBad: 1 });
    expect(result.sources).toMatchObject([{ read: 2, added: 1, reasons: { truncated: 1 } }]);
    expect(events).toContainEqual({
      event: 'bad',
      record: expect.objectContaining({ place: 'end', reason: 'truncated' }),
    });
  });

  test('members of a tar that lead outside, are links or are too large are not read', async () => {
    const body = JSON.stringify(momaObject(1, 'Inside'));
    const bytes = tarOf([
      { name: '../../escape.json', body },
      { name: '/root.json', body },
      { name: 'o/link.json', body: '', type: '2' },
      { name: 'o/README.md', body: 'no record' },
      { name: 'o/1.json', body },
      { name: 'o/2.json', body: JSON.stringify(momaObject(2, 'x'.repeat(1_100_000))) },
    ]);
    const result = await importer(newIndex()).run({ paths: [file('x.tar', bytes)], maxBad: 1 });
    expect(result.sources[0]).toMatchObject({ read: 2, added: 1, reasons: { too_large: 1 } });
  });

  test('a dry run reports every change and writes nothing; a limit stops it early', async () => {
    const index = newIndex();
    const { run } = importer(index);
    const path = file('a.json', JSON.stringify(objects(20)));
    expect(await run({ paths: [path], dryRun: true, limit: 5 })).toMatchObject({
      version: null,
      sources: [{ read: 5, added: 5 }],
    });
    expect(await index.info()).toBeNull();
  });

  test('shows the changes of cleaning', async () => {
    const { run, events } = importer(newIndex());
    await run({
      paths: [file('a.json', JSON.stringify([momaObject(1, '<i>The&nbsp;Kiss</i>')]))],
      showChanges: 20,
    });
    expect(events).toContainEqual({
      event: 'change',
      change: { step: 'html', before: '<i>The&nbsp;Kiss</i>', after: 'The Kiss' },
    });
  });

  test('reports for each source only the changes of its own cleaning', async () => {
    const moma = [momaObject(1, '<i>Title</i> in letters'), momaObject(2, 'Plain')];
    const header = 'id,title,main_reference_number,department_title,artist_title';
    const { sources } = await importer(newIndex()).run({
      paths: [
        file('1.json', JSON.stringify(moma)),
        file('2.csv', `${header}\n7,Plain too,1990.1,Prints,Ada Stone\n`),
      ],
    });
    const html = sources.map(({ source, cleaned }) => [source, cleaned['html'] ?? 0]);
    expect(html).toEqual([
      ['moma', 1],
      ['aic', 0],
    ]);
  });

  test('records whose ids differ only in letters beyond ASCII, or after 120 characters, are different records', async () => {
    const long = 'https://museum.example/'.padEnd(130, 'x');
    const ids = ['КП-1', 'НВ-1', '甲1', '乙1', `${long}1`, `${long}2`];
    const rows = ids.map((no) => ({ no, name: `Plough ${no}` }));
    const mapping = {
      source: 'village',
      dataset: 'Village',
      institution: 'Village Museum',
      fields: { id: 'no', title: 'name' },
    };
    const { run } = importer(newIndex());
    const result = await run({ paths: [file('v.json', JSON.stringify(rows))], mapping });
    expect(result).toMatchObject({ documents: 6, sources: [{ added: 6, changed: 0 }] });
  });

  test('imports a file of the operator with a mapping', async () => {
    const index = newIndex();
    const rows = [{ no: 1, name: 'Plough of the village', who: 'Smith, John' }];
    const mapping = {
      source: 'village',
      dataset: 'Village',
      institution: 'Village Museum',
      fields: { id: 'no', title: 'name', creator: 'who' },
    };
    await importer(index).run({ paths: [file('v.json', JSON.stringify(rows))], mapping });
    expect(await recordWith(index, 'village plough')).toMatchObject({
      id: 'village:1',
      institution: 'Village Museum',
    });
  });
});

describe('a killed import', { timeout: 120_000 }, () => {
  test('continues from any point and produces the same index, and learns the same from it', async () => {
    const double = (at: number): string =>
      ['Head and Bottle (Kopf und Flasche)', 'The Bottle (Die Flasche)', 'The Hat'][at % 3] ?? '';
    const rows = objects(4_000).map((row, at) => ({ ...row, Title: double(at) }));
    const paths = [file('a.json', JSON.stringify(rows))];
    const digestOf = async (stopAfter: number): Promise<string> => {
      const index = newIndex();
      const target = indexTarget(index, systemClock);
      let digest = '';
      const watched = (left: number): ImportTarget => ({
        ...target,
        begin: async (options) => {
          const build = await target.begin(options);
          let batches = left;
          return {
            ...build,
            put: (batch) => {
              if (batches-- === 0) throw new SearchEngineError('failed', 'killed');
              return build.put(batch);
            },
            finish: async (end, onStep) => {
              digest = `${JSON.stringify(end.canaries.length > 0)}`;
              return await build.finish(end, onStep);
            },
          };
        },
      });
      if (stopAfter > 0) {
        await expect(
          importer(index, watched(stopAfter - 1)).run({ paths, mode: 'swap' }),
        ).rejects.toMatchObject({ sentence: 'killed' });
        expect(await index.info()).toBeNull();
      }
      await importer(index, watched(Number.POSITIVE_INFINITY)).run({
        paths,
        mode: 'swap',
        resume: true,
      });
      expect(digest).not.toBe('');
      const build = await index.build({ mode: 'merge', version: 'look', resume: false });
      const made = await build.digest();
      await build.abandon();
      const lexicon = (await index.attachment(LEXICON))?.bytes ?? new Uint8Array();
      return `${made} ${hash('sha256', lexicon)} ${equivalentsIn(lexicon)}`;
    };
    const equivalentsIn = (lexicon: Uint8Array): string =>
      unpackLexicon(lexicon)
        .stored.learned.equivalents.map(([foreign, english]) => `${foreign}=${english}`)
        .join(' ');
    const whole = await digestOf(0);
    expect(whole).toContain('flasche=bottle');
    for (const stop of [1, 2, 4]) expect(await digestOf(stop)).toBe(whole);
  });

  test('reports when it is resumed also the bad records before the place where it was killed', async () => {
    const rows = objects(2_500).map((row, at) => (at % 10 === 0 ? { ...row, ObjectID: '' } : row));
    const paths = [file('a.json', JSON.stringify(rows))];
    const target = indexTarget(newIndex(), systemClock);
    let batches = 0;
    const killed: ImportTarget = {
      ...target,
      begin: async (options) => {
        const build = await target.begin(options);
        return {
          ...build,
          put: (batch) => {
            batches += 1;
            if (batches === 2) throw new SearchEngineError('failed', 'killed');
            return build.put(batch);
          },
        };
      },
    };
    await expect(importer(newIndex(), killed).run({ paths })).rejects.toMatchObject({
      sentence: 'killed',
    });
    const { run, events } = importer(newIndex(), target);
    expect(await run({ paths, resume: true })).toMatchObject({
      exit: 1,
      documents: 2_250,
      sources: [{ read: 2_500, bad: 250, reasons: { no_id: 250 } }],
    });
    expect(events.filter(({ event }) => event === 'bad')).toHaveLength(250);
  });
});

describe('a file that cannot be imported is refused with a sentence', { timeout: 60_000 }, () => {
  test.each([
    [
      'lfs_pointer',
      'a.csv',
      'version https://git-lfs.github.com/spec/v1\noid sha256:adc4\nsize 72435007\n',
      /72,435,007 bytes/,
    ],
    ['html_page', 'Artworks.csv', '<!DOCTYPE html><html><body>not data</body></html>', /web page/],
    ['empty', 'a.json', '', /empty/],
    ['empty', 'a.csv', '\ufeff', /byte order mark/],
    ['two_documents', 'a.json', '[{"a":1}][{"a":1}]', /two JSON documents/],
    [
      'unknown_shape',
      'a.csv',
      'ObjectID,Title,Artist,Date,Medium\n1,2,3,4,5\n',
      /nearest is moma; missing: Classification, MoMANumber/,
    ],
    [
      'unknown_shape',
      "l'objet.json",
      '[{"one":1}]',
      /None of its members is known\..*npm run ctl -- archive map '.*l'\\''objet\.json'$/,
    ],
    ['workbook', 'a.csv', 'PK\u0003\u0004\u0014', /save its table as CSV/],
    [
      'joined_rows',
      'a.csv',
      Array.from({ length: 900 }, (_, at) => `"c${at}"`).join(','),
      /lost their line breaks/,
    ],
  ])('%s', async (code, name, content, sentence) => {
    const { run, events } = importer(newIndex());
    const result = await run({ paths: [file(name, content)] });
    expect(result).toMatchObject({
      exit: 1,
      refused: [{ code, sentence: expect.stringMatching(sentence) }],
    });
    expect(events.map(({ event }) => event)).toContain('refused');
  });

  test('and so is a missing file and an unknown source', async () => {
    const { run } = importer(newIndex());
    await expect(run({ paths: ['/nowhere/at/all.json'] })).rejects.toMatchObject({
      code: 'not_readable',
    });
    await expect(
      run({ paths: [file('a.json', '[]')], source: 'The Louvre' }),
    ).rejects.toMatchObject({
      code: 'unknown_source',
    });
    await expect(run({ paths: [file('a.json', '[]')], source: 'generic' })).rejects.toMatchObject({
      code: 'bad_mapping',
    });
  });
});

describe('every real file', { timeout: 120_000 }, () => {
  test('that is hostile is refused, and every small one is read', async (context) => {
    const hostile = await need(
      context,
      Promise.resolve().then(() => sharedPath('archive', 'hostile')),
    );
    const refused = await importer(newIndex()).run({ paths: [hostile] });
    expect(refused.refused.map(({ code }) => code).sort()).toEqual([
      'empty',
      'empty',
      'joined_rows',
      'lfs_pointer',
      'lfs_pointer',
      'two_documents',
    ]);
    const small = [
      'nypl/pd_collections.ndjson',
      'nypl/pd_collections.csv',
      'nga',
      'aic',
      'met',
      'smithsonian',
      'walters/creators.csv',
      'wcma/wcma-collection.2019-12-04.truncated.csv.gz',
    ];
    const result = await importer(newIndex()).run({
      paths: small.map((name) => sharedPath('archive', name)),
      dryRun: true,
      maxBad: 1,
    });
    const read = Object.fromEntries(
      result.sources.map((one) => [one.source, [one.added, one.bad]]),
    );
    expect(read).toEqual({
      // The CSV table contains the same collections as the JSON lines.
      nypl: [932, 0],
      'nga-media': [2_685, 0],
      aic: [430, 0],
      met: [883, 116],
      smithsonian: [1, 0],
      wcma: [7_057, 1],
    });
  });
});
