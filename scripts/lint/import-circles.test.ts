import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { importCircles } from './import-circles.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Circles that are there, each by its first file, with the reason. Remove an entry together with its circle. */
const KNOWN: Readonly<Record<string, string>> = {
  'libs/publisher/src/verdict/proof/array-methods.ts':
    'an interpreter: expressions, statements and methods evaluate one another',
  'libs/archive/src/import/file-import.ts': 'types of the import job, to be moved',
  'libs/archive/src/import/item.ts': 'types of the import job, to be moved',
  'libs/gateway/src/keys/keys.ts': 'a type, to be moved',
  'libs/publisher/src/verdict/document-scan.ts': 'a page holds documents, to be told apart',
  'libs/publisher/src/verdict/proof/elements.ts': 'types of the world, to be moved',
  'libs/publisher/src/verdict/proof/scope.ts': 'types of a value, to be moved',
  'libs/search/src/packed-documents.ts': 'types of the index, to be moved',
  'libs/surf/src/search/of-its-era.ts': 'a constant, to be moved',
};

test('no file imports itself by way of others', () => {
  const files = globSync('{apps,bench,e2e,libs,scripts}/**/*.{ts,tsx}', {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'],
  }).map((file) => join(ROOT, file));
  expect(files.length).toBeGreaterThan(500);
  const circles = importCircles(files).map((one) => one.map((file) => relative(ROOT, file)));
  expect(circles.filter(([first = '']) => KNOWN[first] === undefined)).toEqual([]);
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
