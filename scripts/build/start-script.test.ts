import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { startScript } from './start-script.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

test('a deployed program starts with the launch options of its app and receives its arguments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-start-'));
  try {
    const app = join(folder, 'app');
    mkdirSync(app);
    const launch = { node: ['--max-semi-space-size=2'], env: { MALLOC_ARENA_MAX: "it's 1" } };
    writeFileSync(join(app, 'launch.json'), JSON.stringify(launch));
    const say =
      'console.log(JSON.stringify([process.execArgv, process.env.MALLOC_ARENA_MAX, process.argv.slice(2)]))';
    writeFileSync(join(folder, 'main.mjs'), say);
    writeFileSync(join(folder, 'start'), startScript(app), { mode: 0o755 });
    const path = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
    const options = { encoding: 'utf8', env: { PATH: path } } as const;
    expect(JSON.parse(execFileSync(join(folder, 'start'), ['a b'], options))).toEqual([
      ['--max-semi-space-size=2'],
      "it's 1",
      ['a b'],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the content origin starts with the allocator options that keep its memory small, from source and deployed', () => {
  expect(startScript(join(ROOT, 'apps', 'sites'))).toBe(
    `#!/bin/sh\nexport MALLOC_ARENA_MAX='1'\nexport MALLOC_MMAP_THRESHOLD_='131072'\nexec node '--max-semi-space-size=2' '--optimize-for-size' "$(dirname "$0")/main.mjs" "$@"\n`,
  );
  expect(readFileSync(join(ROOT, 'deploy', 'Dockerfile'), 'utf8')).toContain(
    'ENTRYPOINT ["/app/start"]',
  );
});
