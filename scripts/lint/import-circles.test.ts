import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { importCircles } from './import-circles.ts';

const ROOT = join(import.meta.dirname, '../..');

test('no file imports itself by way of others', () => {
  const files = globSync('{apps,bench,e2e,libs,scripts}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'],
  }).map((file) => join(ROOT, file));
  expect(files.length).toBeGreaterThan(500);
  const circles = importCircles(files).map((one) => one.map((file) => relative(ROOT, file)));
  expect(circles).toEqual([]);
});

test('a circle is found, also one of types and one of a file with itself', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-circles-'));
  const files = Object.entries({
    'a.ts': "import { b } from './b.ts';\nexport const a = b;\n",
    'b.ts': "export { c as b } from './c.ts';\n",
    'c.ts': "import type { A } from './a.ts';\nimport { d } from './d.ts';\nexport const c = d;\n",
    'd.ts': "import { readFileSync } from 'node:fs';\nexport const d = readFileSync;\n",
    'e.ts': "export const e = await import('./e.ts');\n",
  }).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const circles = importCircles(files).map((one) => one.map((file) => relative(folder, file)));
  rmSync(folder, { recursive: true });
  expect(circles).toEqual([['a.ts', 'b.ts', 'c.ts'], ['e.ts']]);
});
