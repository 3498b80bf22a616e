import { makeAgentKey, type Clock } from '@bridge/kernel';
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { LOG_FILE } from './log-files.ts';
import { LOG_FILE_BYTES_MAX, LOG_FILES_MAX, QueryLog } from './query-log.ts';
import { readQueryLog } from './read-query-log.ts';

const base = mkdtempSync(join(tmpdir(), 'bridge-query-log-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

/** A clock that advances by one second with every reading. */
function ticking(): Clock {
  let now = Date.UTC(2026, 0, 1);
  return { now: () => (now += 1_000), monotonic: () => now };
}

function newLog(name: string) {
  const folder = join(base, name);
  const warnings: unknown[] = [];
  const log = { warn: (...all: unknown[]) => warnings.push(all) };
  return { folder, warnings, log: new QueryLog({ folder, clock: ticking(), log }) };
}

// Verifies: search.query-log.
test('a line holds the query, the number of results and the time, and nothing else', async () => {
  const { folder, log } = newLog('line');
  log.add('snuff box "gold"\n{"time":1}', 7);
  await log.flush();
  const text = readFileSync(join(folder, 'queries.jsonl'), 'utf8');
  expect(
    text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual([
    { time: '2026-01-01T00:00:01.000Z', query: 'snuff box "gold"\n{"time":1}', results: 7 },
  ]);
  expect(statSync(join(folder, 'queries.jsonl')).mode & 0o077).toBe(0);
});

// Verifies: search.query-log.
test('a query with an agent key in it is not logged', async () => {
  const { folder, log } = newLog('key');
  log.add(`find me ${makeAgentKey()} please`, 0);
  log.add('harbour', 1);
  await log.flush();
  const { queries } = await readQueryLog([folder]);
  expect(queries.map(({ query }) => query)).toEqual(['harbour']);
});

// Verifies: search.query-log.
test('the files stay below their limit: a full one is put aside, and the oldest is removed', async () => {
  const { folder, log } = newLog('full');
  const query = 'x'.repeat(200_000);
  const fills = Math.ceil(LOG_FILE_BYTES_MAX / query.length) * (LOG_FILES_MAX + 2);
  for (let at = 0; at < fills; at++) {
    log.add(`${at} ${query}`, 0);
    await log.flush();
  }
  const sizes = readdirSync(folder).map((name) => statSync(join(folder, name)).size);
  expect(sizes).toHaveLength(LOG_FILES_MAX);
  expect(Math.max(...sizes)).toBeLessThanOrEqual(LOG_FILE_BYTES_MAX);
});

test('a folder that cannot be written is reported once and stops no search', async () => {
  const { folder, log, warnings } = newLog('blocked');
  writeFileSync(folder, 'a file');
  for (const query of ['one', 'two']) {
    log.add(query, 1);
    await log.flush();
  }
  expect(warnings).toHaveLength(1);
});

test('while the disk hangs, one write and the queries of the next one are kept', async () => {
  const { folder, log } = newLog('hanging');
  mkdirSync(folder);
  const file = join(folder, LOG_FILE);
  // A write to a pipe hangs until the other end is read.
  execFileSync('mkfifo', [file]);
  const query = 'x'.repeat(200_000);
  for (let at = 0; at < 10; at++) {
    log.add(`${at} ${query}`, 0);
    void log.flush();
  }
  const pipe = await open(file, 'r+');
  const written = log.flush().then(() => pipe.write('end'));
  let text = '';
  while (!text.endsWith('end')) {
    const part = await pipe.read();
    text += part.buffer.toString('utf8', 0, part.bytesRead);
  }
  await written;
  await pipe.close();
  expect([...text.matchAll(/"query":"(\d)/g)].map(([, at]) => at)).toEqual(['0', '1', '2']);
});

test('queries without results come first, then the frequent ones; spellings that are searched alike are one', async () => {
  const { folder, log } = newLog('order');
  for (const [query, results] of [
    ['harbour', 4],
    ['Harbour', 5],
    ['windmill', 3],
    ['snuffbox gold', 0],
    ['  HARBOUR ', 6],
    ['zzz', 0],
    ['zzz', 0],
  ] as const)
    log.add(query, results);
  await log.flush();
  writeFileSync(
    join(folder, 'queries-20250101T000000000Z.jsonl'),
    '{"time":"2025-01-01T00:00:00.000Z","query":"windmill","results":1}\n{"cut',
  );
  const { queries, searches, files, unreadable } = await readQueryLog([folder]);
  expect(queries.map(({ query, times, results }) => [query, times, results])).toEqual([
    ['zzz', 2, 0],
    ['snuffbox gold', 1, 0],
    ['  HARBOUR ', 3, 6],
    ['windmill', 2, 3],
  ]);
  expect({ searches, files, unreadable }).toEqual({ searches: 8, files: 2, unreadable: 1 });
});
