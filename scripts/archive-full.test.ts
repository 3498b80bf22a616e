import { need, sharedPath } from '@bridge/testing';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const SCRIPT = join(import.meta.dirname, 'archive-full.ts');
const run = promisify(execFile);
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bridge-full-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A row of the table that the script prints. */
interface ImportTimingRow {
  readonly source: string;
  readonly read: number;
  readonly seconds: number;
}

describe('npm run archive:full', { timeout: 60_000 }, () => {
  test('imports the files of every museum and prints the time of each', async (context) => {
    await need(
      context,
      Promise.resolve().then(() => sharedPath('archive')),
    );
    const { stdout } = await run(
      process.execPath,
      [SCRIPT, '--dry-run', '--limit', '20', '--json'],
      { env: { ...process.env, BRIDGE_DATA: folder } },
    );
    const { sources } = JSON.parse(stdout) as { readonly sources: readonly ImportTimingRow[] };
    expect(sources.map(({ source }) => source).sort()).toEqual([
      'aic',
      'cmoa',
      'met',
      'moma',
      'nga-media',
      'nypl',
      'smithsonian',
      'tate',
      'teenie',
      'walters',
      'wcma',
    ]);
    for (const { read, seconds } of sources) {
      expect(read).toBeGreaterThan(0);
      expect(seconds).toBeGreaterThan(0);
    }
  });

  test('prints the folder that it searched when the files are missing', async () => {
    const env = { ...process.env, BRIDGE_DATA: folder, BRIDGE_TEST_SHARED: join(folder, 'none') };
    await expect(run(process.execPath, [SCRIPT], { env })).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('BRIDGE_TEST_SHARED') as string,
    });
  });
});
