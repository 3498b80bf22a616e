import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { sharedNames } from './top-level-names.ts';

const ROOT = join(import.meta.dirname, '../..');
const TEST_FILE = /\.(?:test|fuzz|fixture)\.tsx?$|(?:^|[./])conformance\.ts$|\.d\.ts$/;
/**
 * Folders of libraries and apps. The files of bench, e2e and scripts are programs and may declare the same names, such as
 * `main`.
 */
const LIBRARIES = globSync('{apps,libs}/*/package.json', { cwd: ROOT }).map((path) =>
  path.replaceAll('\\', '/').replace(/\/[^/]+$/, ''),
);

function sourcesOf(library: string): readonly string[] {
  return globSync(`${library}/**/*.{ts,tsx,mjs}`, {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**', '**/fixtures/**'],
  })
    .filter((file) => !TEST_FILE.test(file))
    .map((file) => join(ROOT, file));
}

test('no library declares a top-level name in two files', () => {
  expect(LIBRARIES.length).toBeGreaterThan(20);
  const shared = LIBRARIES.sort().flatMap((library) =>
    sharedNames(sourcesOf(library)).map((name) => `${library}: ${name}`),
  );
  expect(shared).toEqual([]);
});

test('a name in two files is found; overloads, and a type beside its schema, count as one name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-names-'));
  const files = Object.entries({
    'a.ts': 'export const One = 1;\nexport type One = 1;\nconst { two, x: [three] } = y;\n',
    'b.ts': 'function two(): void;\nfunction two() {}\nfunction inner() { const One = 1; }\n',
    'c.ts': "import { One } from './a.ts';\nclass three {}\ninterface Four {}\n",
    'd.ts': 'type Four = 1;\nexport default function () {}\n',
  }).map(([name, text]) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  });
  const shared = sharedNames(files);
  rmSync(folder, { recursive: true });
  expect(shared).toEqual(['Four', 'three', 'two']);
});
