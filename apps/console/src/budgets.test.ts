import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build, type Manifest } from 'vite';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';

const KIB = 1024;
/** Maximum gzipped size in bytes of the scripts and styles that every screen needs. */
const FIRST_LOAD_BYTES_MAX = 125 * KIB;
/** Maximum gzipped size in bytes of the further files that a screen with the code editor loads. */
const EDITOR_BYTES_MAX = 215 * KIB;
/** Maximum gzipped size in bytes of the further files that any other screen loads. */
const SCREEN_BYTES_MAX = 40 * KIB;
const ENTRY = 'index.html';
/** Matches the manifest names of the screens that contain the code editor. */
const WITH_EDITOR = /^src\/(?:editor\/editor|revisions\/compare)\.screen/;

const folder = mkdtempSync(join(tmpdir(), 'bridge-console-'));
let manifest: Manifest = {};

beforeAll(async () => {
  const root = join(import.meta.dirname, '..');
  const at = { outDir: folder, emptyOutDir: true };
  // The test runner sets NODE_ENV to `test`, with which Vite would build React's larger development version.
  vi.stubEnv('NODE_ENV', 'production');
  await build({ root, mode: 'production', logLevel: 'error', build: at });
  vi.unstubAllEnvs();
  manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Returns the files that an entry of Vite's build manifest loads: its own and those of all static imports. */
function filesOf(name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
  for (const other of chunk.imports ?? []) filesOf(other, seen);
  return seen;
}

const gzipped = (files: Iterable<string>): number =>
  [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);

// Verifies: console.budgets.
test('the first load is within its budget', () => {
  const files = filesOf(ENTRY);
  expect(files.size).toBeGreaterThan(1);
  expect(gzipped(files)).toBeLessThan(FIRST_LOAD_BYTES_MAX);
});

// Verifies: console.stories.
test('the page of the components is not in the build', () => {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'));
  const filesWith = (text: string): number => files.filter((file) => file.includes(text)).length;
  // The build contains a text of a screen, and no text of the page with the component examples.
  expect(filesWith('Needs attention')).toBe(1);
  expect(['Say it with undo', 'src/stories/'].map(filesWith)).toEqual([0, 0]);
});

// Verifies: console.budgets.
test('every screen is loaded by itself and is within its budget', () => {
  const first = filesOf(ENTRY);
  const screens = Object.keys(manifest).filter((name) => name.endsWith('.screen.tsx'));
  expect(screens.length).toBeGreaterThan(3);
  for (const screen of screens) {
    const own = [...filesOf(screen)].filter((file) => !first.has(file));
    const max = WITH_EDITOR.test(screen) ? EDITOR_BYTES_MAX : SCREEN_BYTES_MAX;
    expect(gzipped(own), screen).toBeLessThan(max);
  }
});
