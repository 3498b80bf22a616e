import { systemClock } from '@bridge/kernel';
import { openSearch } from '@bridge/search';
import { cleanEnv, ROOT } from '@bridge/testing';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';

/** Number of times that a test kills an import. BRIDGE_TEST_KILLS=20 runs the long form. */
const KILLS = Number(process.env['BRIDGE_TEST_KILLS'] ?? 3);
const RECORDS = 6_000;
/**
 * Number of records of the first file that the second file does not contain: less than 10 %, which is the most that
 * --delete-missing removes without --yes.
 */
const REMOVED = 500;
const MAIN = join(ROOT, 'apps/ctl/src/main.ts');

const folder = mkdtempSync(join(tmpdir(), 'bridge-ctl-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const file = join(folder, 'objects.ndjson');
writeFileSync(
  file,
  Array.from({ length: RECORDS }, (_, at) =>
    JSON.stringify({
      ObjectID: String(at + 1),
      Title: `Study ${at + 1} for a window`,
      Artist: `Maker ${at % 97}`,
      ArtistBio: '(Dutch, 1883–1931)',
      Date: String(1880 + (at % 90)),
      Medium: at % 2 === 0 ? 'Linocut' : 'Oil on canvas',
      Dimensions: '',
      Classification: 'Print',
      Department: 'Prints',
      MoMANumber: `${at + 1}.1949`,
      URL: '',
      ImageURL: null,
    }),
  ).join('\n'),
);

/** Writes a file of two records that can be imported and a third one that cannot. */
function oneBadRecord(name: string): string {
  const path = join(folder, name);
  const good = readFileSync(file, 'utf8').split('\n').slice(0, 2);
  writeFileSync(path, [...good, 'null', ''].join('\n'));
  return path;
}

function envOf(name: string): Record<string, string> {
  return { BRIDGE_DATA: join(folder, name) };
}

const searchFolder = (name: string): string => join(folder, name, 'search');

async function digestOf(name: string): Promise<string> {
  const index = openSearch({ address: `file:${searchFolder(name)}`, clock: systemClock });
  const build = await index.build({ mode: 'merge', version: 'look', resume: false });
  const digest = await build.digest();
  await build.abandon();
  await index.close();
  return digest;
}

/** Exit code or signal of a command, and what it printed. */
interface CommandEnd {
  readonly end: string;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a `ctl archive` command on the archive called `name`, and kills it after `killAfter` bytes of progress output. */
async function ctl(
  name: string,
  args: readonly string[],
  killAfter = Number.POSITIVE_INFINITY,
): Promise<CommandEnd> {
  return await run(name, [process.execPath, MAIN, 'archive', ...args], killAfter);
}

async function run(
  name: string,
  [program = '', ...args]: readonly string[],
  killAfter = Number.POSITIVE_INFINITY,
): Promise<CommandEnd> {
  const child = spawn(program, args, { env: cleanEnv(envOf(name)) });
  let told = 0;
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
  child.stderr.on('data', (chunk: Buffer) => {
    told += chunk.length;
    stderr += chunk.toString('utf8');
    if (told >= killAfter) child.kill('SIGKILL');
  });
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
  return { end: signal ?? String(code), stdout, stderr };
}

const IMPORT = ['import', file, '--swap'];

/** The positions at which imports are killed, as numbers of bytes of progress output, evenly distributed. */
const places = Array.from({ length: KILLS }, (_, at) => 1 + Math.floor((at * 900) / KILLS));

describe('archive import', { timeout: 60_000 * (KILLS + 1) }, () => {
  test('killed at any moment and resumed produces the same index as an undisturbed import', async () => {
    expect(await ctl('whole', IMPORT)).toMatchObject({ end: '0' });
    const whole = await digestOf('whole');
    for (const [at, after] of places.entries()) {
      const name = `killed-${at}`;
      // The last kill may come after the end of the import; then `--resume` has nothing to do and changes nothing.
      expect(['SIGKILL', '0']).toContain((await ctl(name, IMPORT, after)).end);
      expect(await ctl(name, [...IMPORT, '--resume'])).toMatchObject({ end: '0' });
      expect(await digestOf(name)).toBe(whole);
    }
  });
});

describe('archive import --delete-missing', { timeout: 60_000 * (KILLS + 1) }, () => {
  test('killed at any moment leaves the old archive or the whole new one; repeated, it removes the same records', async () => {
    const next = join(folder, 'next.ndjson');
    const lines = readFileSync(file, 'utf8').split('\n');
    writeFileSync(next, lines.slice(REMOVED).join('\n'));
    const again = ['import', next, '--delete-missing'];
    const held = async (name: string): Promise<number> => {
      const { stdout } = await ctl(name, ['stats', '--json']);
      return (JSON.parse(stdout) as { stats: { documents: number } }).stats.documents;
    };
    await ctl('removed', IMPORT);
    expect(await ctl('removed', again)).toMatchObject({ end: '0' });
    const whole = await digestOf('removed');
    for (const [at, after] of places.entries()) {
      const name = `removing-${at}`;
      await ctl(name, IMPORT);
      const killed = await ctl(name, again, after);
      expect(['SIGKILL', '0']).toContain(killed.end);
      expect([RECORDS, RECORDS - REMOVED]).toContain(await held(name));
      expect(await ctl(name, again)).toMatchObject({ end: '0' });
      expect(await held(name)).toBe(RECORDS - REMOVED);
      expect(await digestOf(name)).toBe(whole);
    }
  });

  test('says that it needs --yes for more than a tenth, and what excludes it', async () => {
    const few = join(folder, 'few.ndjson');
    writeFileSync(few, readFileSync(file, 'utf8').split('\n').slice(0, 100).join('\n'));
    const refused = await ctl('whole', ['import', few, '--delete-missing']);
    expect(refused.end).toBe('1');
    expect(refused.stdout).toContain('5,900 of the 6,000 records of moma (98.3 %)');
    expect(refused.stdout).toContain('--yes');
    const dry = await ctl('whole', ['import', few, '--delete-missing', '--yes', '--dry-run']);
    expect(dry.stdout).toMatch(/^moma +100 +0 +0 +100 +5900 /m);
    expect((await ctl('whole', ['stats'])).stdout).toContain('6,000');
    expect((await ctl('whole', ['import', few, '--delete-missing', '--swap'])).end).toBe('2');
    expect((await ctl('whole', ['import', few, '--yes'])).end).toBe('2');
  });
});

/** Maximum file size for `ulimit -f`, in blocks of 512 bytes (1 KiB in some shells): less than the index of all records needs. */
const BLOCKS = 4_000;

describe.skipIf(process.platform === 'win32')('a disk that takes no more', () => {
  test('is reported in a sentence, the old index keeps serving, and with space again the import continues', async () => {
    const few = ['import', file, '--swap', '--limit', '100'];
    expect(await ctl('full', few)).toMatchObject({ end: '0' });
    // A write beyond the maximum file size fails, as on a full disk.
    const limited = `trap '' XFSZ; ulimit -f ${BLOCKS}; exec "$0" "$@"`;
    const program = [process.execPath, MAIN, 'archive', ...IMPORT, '--json'];
    const refused = await run('full', ['/bin/sh', '-c', limited, ...program]);
    expect(refused.end).toBe('1');
    expect(JSON.parse(refused.stdout)).toMatchObject({
      code: 'disk_full',
      sentence: expect.stringContaining('--resume'),
    });
    expect((await ctl('full', ['stats'])).stdout).toMatch(/\b100\b/);
    expect(await ctl('full', [...IMPORT, '--resume'])).toMatchObject({ end: '0' });
    expect(await ctl('room', IMPORT)).toMatchObject({ end: '0' });
    expect(await digestOf('full')).toBe(await digestOf('room'));
  }, 180_000);
});

describe('archive commands', { timeout: 120_000 }, () => {
  test('report a problem in one sentence', async () => {
    const missing = await ctl('whole', ['import', join(folder, 'nothing.csv'), '--json']);
    expect(missing.end).toBe('1');
    expect(JSON.parse(missing.stdout)).toMatchObject({ ok: false, code: 'not_readable' });
    expect((await ctl('whole', ['explain'])).end).toBe('2');
    const gone = join(folder, 'nothing.json');
    expect((await ctl('whole', ['eval', gone])).end).toBe('2');
    expect((await ctl('whole', ['import', file, '--map', gone])).end).toBe('2');
  });

  test.each(['31.1.2026', '2026-13-40', '2026-02-31', ''])(
    'import with --date "%s", which is no date, is refused and writes nothing',
    async (date) => {
      const { end, stderr } = await ctl('undated', [
        'import',
        file,
        '--limit',
        '1',
        '--date',
        date,
      ]);
      expect(end).toBe('2');
      expect(stderr).toContain('--date must be a date of the form 2026-01-31.');
      expect(existsSync(searchFolder('undated'))).toBe(false);
    },
  );

  test('import of a file that is older than the records of the archive says how many stay', async () => {
    const of = (title: string, day: string): string => {
      const path = join(folder, `older-${day}.ndjson`);
      const [first = ''] = readFileSync(file, 'utf8').split('\n');
      writeFileSync(path, first.replace(/Study 1 /, `${title} `));
      return path;
    };
    await ctl('older', ['import', of('Sketch', '2026-02-01'), '--swap']);
    const { end, stdout } = await ctl('older', ['import', of('Draft', '2026-01-01')]);
    expect(end).toBe('0');
    expect(stdout).toContain('moma: 1 × older than the record in the archive, which stays');
  });

  test('import --report into a folder that does not exist is refused before the import begins', async () => {
    const missing = join(folder, 'nothing', 'bad.ndjson');
    const args = ['import', file, '--limit', '1', '--report', missing];
    const { end, stderr } = await ctl('unreported', args);
    expect(end).toBe('2');
    expect(stderr).toContain(`${missing} cannot be written (ENOENT).`);
    expect(existsSync(searchFolder('unreported'))).toBe(false);
  });

  test('import --report replaces an older report, and never another file such as the imported one', async () => {
    const mixed = oneBadRecord('mixed.ndjson');
    const before = readFileSync(mixed, 'utf8');
    const refused = await ctl('reported', ['import', mixed, '--report', mixed]);
    expect(refused.end).toBe('2');
    expect(refused.stderr).toContain('is no report of an import');
    expect(readFileSync(mixed, 'utf8')).toBe(before);
    const report = join(folder, 'bad.ndjson');
    const args = ['import', mixed, '--max-bad', '50', '--report', report];
    for (const name of ['reported-first', 'reported-second']) {
      expect(await ctl(name, args)).toMatchObject({ end: '0' });
      expect(JSON.parse(readFileSync(report, 'utf8'))).toMatchObject({
        file: 'mixed.ndjson',
        place: 'line 3',
        reason: 'null',
      });
    }
  });

  test.skipIf(!existsSync('/dev/full'))(
    'import whose --report meets a full disk finishes, names the report that is not complete and exits with 1',
    async () => {
      const mixed = oneBadRecord('mixed-full.ndjson');
      const args = ['import', mixed, '--max-bad', '50', '--report', '/dev/full'];
      const { end, stdout, stderr } = await ctl('report-full', args);
      expect(end).toBe('1');
      expect(stderr).toContain('/dev/full is not complete: it could not be written (ENOSPC).');
      expect(stdout).toMatch(/^moma +3 +2 /m);
    },
  );

  test.each([
    ['eval', '--save', (queries: string) => ['eval', queries]],
    ['report', '--html', () => ['report']],
  ])(
    '%s %s into a file that exists or cannot be made is refused before the work',
    async (_, flag, argsOf) => {
      const queries = join(folder, 'saved.jsonl');
      const relevant = [{ source: 'moma', id: '7', grade: 3 }];
      writeFileSync(queries, JSON.stringify({ qid: 'q', query: 'a', type: 'title', relevant }));
      const args = [...argsOf(queries), flag];
      const missing = join(folder, 'nothing', 'out');
      const refused = await ctl('unsaved', [...args, missing]);
      expect(refused.end).toBe('2');
      expect(refused.stderr).toContain(`${missing} cannot be written (ENOENT).`);
      const kept = await ctl('unsaved', [...args, queries]);
      expect(kept.end).toBe('2');
      expect(kept.stderr).toContain(`Give --force to replace it, or ${flag} with another name.`);
      expect(readFileSync(queries, 'utf8')).toContain('"qid":"q"');
      expect(existsSync(searchFolder('unsaved'))).toBe(false);
    },
  );

  // Verifies: search.damaged-folder.
  test.each([
    ['an empty pointer', 'CURRENT', ''],
    ['a pointer to nothing', 'CURRENT', 'gone'],
    ['a pointer to what is no index', 'refs-gone.sqlite', 'no index'],
  ])('on %s exit with 1 and a sentence', async (name, path, text) => {
    const search = searchFolder(name);
    mkdirSync(search, { recursive: true });
    writeFileSync(join(search, 'CURRENT'), 'gone');
    writeFileSync(join(search, path), text);
    const stats = await ctl(name, ['stats', '--json']);
    expect(stats.end).toBe('1');
    expect(JSON.parse(stats.stdout)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('Import again with --swap.'),
    });
    const { end, stdout } = await run(name, [process.execPath, MAIN, 'doctor']);
    expect(end).toBe('1');
    expect(stdout).toMatch(/^WRONG +archive +.*Import again with --swap\.$/m);
    expect(stdout).toMatch(/^\w+ +product /m);
  });

  test('evaluate the serving version by graded queries', async () => {
    const queries = join(folder, 'queries.jsonl');
    const relevant = [{ source: 'moma', id: '7', grade: 3 }];
    writeFileSync(
      queries,
      ['moma:7', 'qqqzzz']
        .map((query, at) => JSON.stringify({ qid: `q${at}`, query, type: 'title', relevant }))
        .join('\n'),
    );
    const { end, stdout } = await ctl('whole', ['eval', queries, '--json']);
    expect(end).toBe('0');
    expect(JSON.parse(stdout)).toMatchObject({
      queries: 2,
      scores: [
        { qid: 'q0', recall: 1 },
        { qid: 'q1', recall: 0 },
      ],
    });
  });

  test('remove takes a source out, after a dry run that changes nothing', async () => {
    await ctl('emptied', ['import', file, '--swap', '--limit', '50']);
    const dry = await ctl('emptied', ['remove', 'moma', '--dry-run']);
    expect(dry.stdout).toContain('Without the 50 records of moma');
    expect((await ctl('emptied', ['remove', 'tate'])).stdout).toContain('It holds moma.');
    expect(await ctl('emptied', ['remove', 'moma'])).toMatchObject({ end: '0' });
    expect((await ctl('emptied', ['stats'])).stdout).toMatch(/^references +0$/m);
    expect((await ctl('emptied', ['rollback'])).end).toBe('0');
    expect((await ctl('emptied', ['stats'])).stdout).toMatch(/^references +50$/m);
  });

  test('explain with an id that no record has, such as one with a dot, names the id to try', async () => {
    const { end, stdout } = await ctl('whole', ['explain', 'study', 'moma:7.1']);
    expect(end).toBe('1');
    expect(stdout).toContain(
      'There is no record moma:7.1. Ids have “_” for other characters: try moma:7_1.',
    );
  });

  test('map proposes a mapping that import then reads, and never replaces a file without --force', async () => {
    const table = join(folder, 'Sammlung.csv');
    writeFileSync(table, 'Inventarnummer;Titel;Datierung\n1;Windmühle;um 1880\n2;Brücke;19. Jh.\n');
    const refused = await ctl('mapped', ['import', table, '--dry-run']);
    expect(refused.stdout).toContain(`npm run ctl -- archive map ${table}`);
    const mapped = await ctl('mapped', ['map', table]);
    expect(mapped.end).toBe('0');
    const file = join(folder, 'Sammlung.mapping.json');
    expect(mapped.stdout).toContain(`archive import ${table} --map ${file}`);
    const written = readFileSync(file, 'utf8');
    expect((await ctl('mapped', ['map', table])).end).toBe('2');
    expect(readFileSync(file, 'utf8')).toBe(written);
    expect((await ctl('mapped', ['map', table, '--force', '--source', 'mills'])).end).toBe('0');
    const dry = await ctl('mapped', ['import', table, '--map', file, '--dry-run']);
    expect(dry.stdout).toMatch(/^mills +2 +2 /m);
    expect((await ctl('mapped', ['map', join(folder, 'gone.csv')])).end).toBe('1');
    expect((await ctl('mapped', ['map', '--help'])).stdout).toContain('--institution TEXT');
  });

  test('queries shows the log, those without results first, and exports it as eval reads it', async () => {
    const log = join(folder, 'queries.jsonl');
    const line = (query: string, results: number): string =>
      JSON.stringify({ time: '2026-11-23T12:00:00.000Z', query, results });
    writeFileSync(log, [line('study window', 9), line('qqqzzz\u001b[31m', 0)].join('\n'));
    expect((await ctl('whole', ['queries'])).end).toBe('2');
    const { end, stdout } = await ctl('whole', ['queries', log]);
    expect(end).toBe('0');
    expect(stdout.indexOf('qqqzzz')).toBeLessThan(stdout.indexOf('study window'));
    expect(stdout).not.toContain('\u001b');
    const exported = join(folder, 'to grade.jsonl');
    const made = await ctl('whole', ['queries', log, '--export', exported]);
    expect(made.end).toBe('0');
    expect(made.stdout).toContain(`archive eval '${exported}'`);
    expect((await ctl('whole', ['queries', log, '--export', exported])).end).toBe('2');
    expect((await ctl('whole', ['eval', exported])).end).toBe('2');
    const lines = readFileSync(exported, 'utf8').trimEnd().split('\n');
    const graded = lines.map((text) => {
      const query = JSON.parse(text) as { candidates: { source: string; id: string }[] };
      return JSON.stringify({
        ...query,
        relevant: query.candidates.slice(0, 1).map((one) => ({ ...one, grade: 3 })),
      });
    });
    writeFileSync(exported, graded.join('\n'));
    const evaluated = await ctl('whole', ['eval', exported, '--json']);
    expect(JSON.parse(evaluated.stdout)).toMatchObject({ queries: 1, scores: [{ ndcg: 1 }] });
  });

  test('report shows fields, rights and problems by source, and writes one page', async () => {
    const page = join(folder, 'report.html');
    const { end, stdout } = await ctl('whole', ['report', '--html', page]);
    expect(end).toBe('0');
    expect(stdout).toContain('moma  6,000 records');
    expect(stdout).toMatch(/100\.0 % +6,000 {2}years/);
    expect(stdout).toMatch(/100\.0 % +6,000 {2}no image/);
    expect(readFileSync(page, 'utf8')).toMatch(/^<!doctype html>[^]*<\/html>\n$/);
    expect((await ctl('whole', ['report', '--html', page])).end).toBe('2');
    expect((await ctl('whole', ['report', 'louvre'])).end).toBe('2');
  });

  test('stats align the counts of all collections in one column', async () => {
    const { stdout } = await ctl('whole', ['stats']);
    expect(stdout).toMatch(/^ {2}moma {2}[\d,]+$/m);
  });

  test('explain the position of a record', async () => {
    const { end, stdout } = await ctl('whole', ['explain', 'study 7 window', 'moma:7']);
    expect(end).toBe('0');
    expect(stdout).toMatch(/place +\d+/);
    expect(stdout).toMatch(/window +word +weight [\d.]+ +title: window/);
  });

  test('explain the first hits of a query when no record is named', async () => {
    const { end, stdout } = await ctl('whole', ['explain', 'study 7 window']);
    expect(end).toBe('0');
    expect(stdout).toMatch(/^1 {2}moma:\d+ {2}Study /m);
    expect(stdout.match(/^ +window +word .*$/gm)?.length).toBeGreaterThan(1);
    expect((await ctl('whole', ['explain', 'qqqqzzzz'])).stdout).toBe('The query has no result.\n');
  });
});
