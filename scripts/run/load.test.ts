import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'bridge-load-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every file is compiled ahead, also one that fails to run, and the app receives only --help', () => {
  const app = join(folder, 'app.ts');
  const worker = join(folder, 'x.worker.ts');
  const seen = join(folder, 'seen');
  writeFileSync(
    app,
    `import { writeFileSync } from 'node:fs';
    const args: readonly string[] = process.argv.slice(2);
    writeFileSync(${JSON.stringify(seen)}, args.join());`,
  );
  writeFileSync(worker, 'const parent: null = null; throw new Error(String(parent));');
  const compiled = join(folder, 'compiled');
  execFileSync(process.execPath, [join(import.meta.dirname, 'load.mjs'), '--help', app, worker], {
    env: { ...process.env, NODE_COMPILE_CACHE: compiled },
  });
  expect(readFileSync(seen, 'utf8')).toBe('--help');
  const [version = ''] = readdirSync(compiled);
  // The compile cache contains the two imported files and the loader. A TypeScript file has two entries.
  expect(readdirSync(join(compiled, version)).length).toBeGreaterThanOrEqual(3);
});
