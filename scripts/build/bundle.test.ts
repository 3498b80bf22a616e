import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundle } from './bundle.mjs';

const ROOT = resolve(import.meta.dirname, '../..');

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'bridge-bundle-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

function write(path: string, text: string): void {
  mkdirSync(join(dir, path, '..'), { recursive: true });
  writeFileSync(join(dir, path), text);
}

test('a program with a worker and files beside its modules runs the same from source and bundled', async () => {
  symlinkSync(join(ROOT, 'node_modules'), join(dir, 'node_modules'));
  write(
    'libs/sums/src/sum.worker.ts',
    `import { parentPort, workerData } from 'node:worker_threads';
     import { z } from 'zod';
     parentPort?.postMessage(z.array(z.number()).parse(workerData).reduce((a, b) => a + b, 0));`,
  );
  write(
    'libs/sums/src/sum.ts',
    `import { once } from 'node:events';
     import { readFileSync } from 'node:fs';
     import { Worker } from 'node:worker_threads';
     export const unit = () => readFileSync(new URL('../data/unit.txt', import.meta.url), 'utf8');
     export const all = () => readFileSync(new URL('all.txt', new URL('../data/', import.meta.url)), 'utf8');
     export async function sum(numbers: readonly number[]): Promise<number> {
       const worker = new Worker(new URL('./sum.worker.ts', import.meta.url), { workerData: numbers });
       const [result] = (await once(worker, 'message')) as [number];
       return result;
     }`,
  );
  write('libs/sums/data/unit.txt', 'apples');
  write('libs/sums/data/all.txt', 'all');
  write(
    'apps/adder/src/main.ts',
    `import { all, sum, unit } from '../../../libs/sums/src/sum.ts';
     console.log(all(), await sum([1, 2, 3]), unit());`,
  );
  const run = (file: string) =>
    execFileSync(process.execPath, [file], { encoding: 'utf8', cwd: '/' });
  expect(run(join(dir, 'apps/adder/src/main.ts'))).toBe('all 6 apples\n');

  const out = join(dir, 'out');
  await bundle({ main: join(dir, 'apps/adder/src/main.ts') }, out, dir);
  expect(readdirSync(out)).toEqual(
    expect.arrayContaining(['main.mjs', 'sums-sum.worker.mjs', 'sums-unit.txt', 'sums-data']),
  );
  // The program runs outside the checkout, so that it cannot load files that are missing in the bundle.
  const elsewhere = join(dir, 'elsewhere');
  cpSync(out, elsewhere, { recursive: true });
  for (const name of ['apps', 'libs', 'node_modules', 'out'])
    rmSync(join(dir, name), { recursive: true });
  expect(run(join(elsewhere, 'main.mjs'))).toBe('all 6 apples\n');
});
