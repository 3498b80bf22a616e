import {
  findProgram,
  MissingTestResourceError,
  need,
  type SkippableTestContext,
} from '@bridge/testing';
import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeArchive as makeArchiveOf, type PublicationArchive } from './archive.ts';
import { archivePathsProblem, ARCHIVE_FILES_MAX } from './archive-path.ts';
import type { PublicationArchiveMetadata } from './site-files.ts';

const TITLE = '../../x\u202e con "é" 😀';
const HTML = Buffer.from(`<!doctype html><p>${'Ünïcödé 😀 '.repeat(20_000)}</p>`, 'utf8');
const FILES = ['README.txt', 'SHA256SUMS', 'index.html', 'site.json'];

const facts = (part: Partial<PublicationArchiveMetadata> = {}): PublicationArchiveMetadata => ({
  world: { word: 'my-world', url: 'http://my-world.localhost:4001/' },
  page: { page_id: 42, title: TITLE },
  sha256: hash('sha256', HTML),
  snapshot: {
    snapshot_id: 'sn_aaaaaaaaaaaaaaaaaaaaaaaaaa',
    revision: 7,
    published_at: '2026-01-01T00:00:00.000Z',
    live_url: 'http://p42.localhost:4001/',
    snapshot_url: 'http://p42.localhost:4001/~snapshots/sn_aaaaaaaaaaaaaaaaaaaaaaaaaa/',
  },
  offline_ready: true,
  warnings: [{ code: 'no_lang', severity: 'info', message: 'm', count: 1 }],
  lineage: { lineage_id: 'lin_1', origin: 'created', parent: null },
  ...part,
});

/**
 * Makes an archive from facts that are known from the start; in production they may be known only after the page, its first
 * file, was written.
 */
const makeArchive = (known: PublicationArchiveMetadata, html: Uint8Array): PublicationArchive =>
  makeArchiveOf(
    { word: known.world.word, page_id: known.page.page_id, revision: known.snapshot.revision },
    html,
    Promise.resolve({ ...known, sha256: hash('sha256', html) }),
  );

/** A program that unpacks a zip file, with which the tests check the archives of publications. */
type UnpackProgram = 'unzip' | '7z' | 'python3';

/** Runs an unpacking program and returns its standard output. Skips the test when the machine does not have the program. */
async function run(
  context: SkippableTestContext,
  name: UnpackProgram,
  args: readonly string[],
): Promise<string> {
  const path = findProgram(name);
  if (path === null && name === 'python3') return context.skip('no python3 on PATH');
  const missing = (): never => {
    throw new MissingTestResourceError(name === '7z' ? '7z' : 'unzip', `no ${name} on PATH`);
  };
  const program = await need(context, (async () => path ?? missing())());
  return execFileSync(program, args, { encoding: 'utf8' });
}

async function bytesOf(archive: PublicationArchive): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of archive.chunks()) chunks.push(chunk);
  return Buffer.concat(chunks);
}

describe('an archive', () => {
  let folder = '';
  let zip = '';
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'bridge-archive-'));
    zip = join(folder, 'site.zip');
    writeFileSync(zip, await bytesOf(makeArchive(facts(), HTML)));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const unpackers: Readonly<Record<UnpackProgram, (into: string) => readonly string[]>> = {
    unzip: (into) => ['-q', zip, '-d', into],
    python3: (into) => ['-m', 'zipfile', '-e', zip, into],
    '7z': (into) => ['x', '-bd', `-o${into}`, zip],
  };
  it.for(['unzip', 'python3', '7z'] as const)(
    'is opened by %s, and every file in it verifies',
    async (tool, context) => {
      const into = join(folder, tool);
      await run(context, tool, unpackers[tool](into));
      expect(readdirSync(into).toSorted()).toEqual(FILES);
      expect(readFileSync(join(into, 'index.html')).equals(HTML)).toBe(true);
      const checked = execFileSync('sha256sum', ['-c', 'SHA256SUMS'], {
        cwd: into,
        encoding: 'utf8',
      });
      expect(checked.trim().split('\n').toSorted()).toEqual(
        FILES.filter((name) => name !== 'SHA256SUMS').map((name) => `${name}: OK`),
      );
    },
  );

  it('contains a description of itself, with the hashes of its files', async (context) => {
    const text = await run(context, 'unzip', ['-p', zip, 'site.json']);
    expect(JSON.parse(text)).toEqual({
      format: 'agent-bridge-site',
      version: 1,
      ...{ world: facts().world, page: facts().page, snapshot: facts().snapshot },
      publication_mode: 'portable',
      offline_ready: true,
      warnings: facts().warnings,
      entry: 'index.html',
      resources: [
        {
          name: 'index',
          path: 'index.html',
          bytes: HTML.length,
          hash: `sha256:${hash('sha256', HTML)}`,
          media_type: 'text/html',
        },
      ],
      lineage: facts().lineage,
      generator: 'agent-bridge',
    });
    // Characters that could disguise the title are written as escapes.
    expect(text).not.toContain('\u202e');
  });

  it('shows the title in its read-me, without invisible and direction characters', async (context) => {
    const text = await run(context, 'unzip', ['-p', zip, 'README.txt']);
    expect(text.split('\n', 1)[0]).toBe('../../x con "é" 😀');
    expect(text).toContain('sha256sum -c SHA256SUMS');
  });

  it('has index.html first, readable modes and a constant early date', async (context) => {
    const listing = await run(context, 'unzip', ['-Z', '-T', zip]);
    const rows = listing.split('\n').filter((row) => row.startsWith('-'));
    expect(rows.map((row) => row.split(/\s+/).at(-1))).toEqual([
      'index.html',
      'site.json',
      'SHA256SUMS',
      'README.txt',
    ]);
    for (const row of rows) expect(row).toMatch(/^-rw-r--r-- .* 19800101\.000000 /);
  });

  it('has the same bytes in every time zone', () => {
    const script = `
      import { createHash } from 'node:crypto';
      import { makeArchive } from ${JSON.stringify(join(import.meta.dirname, 'archive.ts'))};
      const hash = createHash('sha256');
      const known = Promise.resolve(${JSON.stringify(facts())});
      const name = { word: 'w', page_id: 1, revision: 1 };
      for await (const chunk of makeArchive(name, Buffer.from('<p>'.repeat(9999)), known).chunks())
        hash.update(chunk);
      process.stdout.write(hash.digest('hex'));`;
    const hashes = ['UTC', 'Asia/Tokyo', 'America/St_Johns'].map((TZ) =>
      execFileSync(process.execPath, ['--input-type=module', '-e', script], {
        env: { PATH: process.env['PATH'], TZ },
        encoding: 'utf8',
      }),
    );
    expect(new Set(hashes).size).toBe(1);
    expect(hashes[0]).toMatch(/^[0-9a-f]{64}$/);
  });

  // Verifies: publishing.archive-repeatable.
  it('has the pinned bytes: another version of our code or of a library does not change them', async () => {
    const archive = makeArchive(facts(), Buffer.from('<p>always the same</p>'.repeat(5_000)));
    expect(hash('sha256', await bytesOf(archive))).toBe(
      'd3299a94c4736cfe4d8e09dc846e9aec88cbfa17a97e8997aadc94dc3c784373',
    );
  });

  it('is named by ids only, for any title', () => {
    const name = (title: string): string =>
      makeArchive(facts({ page: { page_id: 42, title } }), HTML).filename;
    for (const title of ['../../x', 'con', '😀'.repeat(120), 'a/b\\c', ''])
      expect(name(title)).toBe('my-world-42-r7.zip');
  });

  it('contains an empty page too', async (context) => {
    const bytes = await bytesOf(makeArchive(facts(), Buffer.alloc(0)));
    const empty = join(folder, 'empty.zip');
    writeFileSync(empty, bytes);
    expect(await run(context, 'unzip', ['-t', empty])).toContain('No errors');
  });

  it('starts with the page before the verdict is known', async () => {
    const known = Promise.withResolvers<PublicationArchiveMetadata>();
    const noise = Buffer.alloc(300_000);
    for (let i = 0; i < noise.length; i += 1) noise[i] = (i * i * 31 + (i >> 7)) & 0xff;
    const chunks = makeArchiveOf(
      { word: 'w', page_id: 1, revision: 1 },
      noise,
      known.promise,
    ).chunks();
    const pieces = [(await chunks.next()).value ?? Buffer.alloc(0)];
    known.resolve(facts({ sha256: hash('sha256', noise) }));
    for await (const chunk of chunks) pieces.push(chunk);
    expect(Buffer.concat(pieces).equals(await bytesOf(makeArchive(facts(), noise)))).toBe(true);
  });

  it('is written in chunks, so that no process holds it completely', async () => {
    const noise = Buffer.alloc(3_000_000);
    for (let i = 0; i < noise.length; i += 1) noise[i] = (i * i * 31 + (i >> 7)) & 0xff;
    let largest = 0;
    for await (const chunk of makeArchive(facts(), noise).chunks())
      largest = Math.max(largest, chunk.length);
    expect(largest).toBeLessThan(512 * 1024);
  });
});

describe('paths in an archive', () => {
  it.each([
    '../x',
    'a/../b',
    '/etc/x',
    'a\\b',
    'C:x',
    'a//b',
    '',
    '.',
    '.x',
    'a/.x',
    'a\0b',
    'a b',
    'é',
    'con',
    'a/NUL.txt',
    'COM1',
    'a.',
    'a'.repeat(300),
  ])('are refused when they could lead outside of the folder or fail to unpack: %j', (path) => {
    expect(archivePathsProblem([path])).not.toBeNull();
  });

  it('are refused in too large a number and when only their case differs', () => {
    const many = Array.from({ length: ARCHIVE_FILES_MAX + 1 }, (_, i) => `f${i}`);
    expect(archivePathsProblem(many)).not.toBeNull();
    expect(archivePathsProblem(many.slice(1))).toBeNull();
    expect(archivePathsProblem(['a/B.txt', 'A/b.txt'])).not.toBeNull();
    expect(archivePathsProblem(['index.html', 'assets/a-1_2.min.js'])).toBeNull();
  });
});
