import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProgramStartError } from '@bridge/kernel';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FolderLockedError, holdFolder, holderOf } from './folder-lock.ts';

const MODULE_PATH = join(import.meta.dirname, 'folder-lock.ts');
const OTHER_UID = 65_534;

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'bridge-hold-'));
});
afterEach(() => {
  rmSync(dir, { recursive: true, force: true });
});

/** Runs a script in another process and returns the process after its first output line. */
async function inProcess(script: string, uid?: number) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(uid === undefined ? {} : { uid, gid: uid }),
    cwd: '/',
  });
  child.stdout.setEncoding('utf8');
  const [line] = (await once(child.stdout, 'data')) as [string];
  return { child, line: line.trim() };
}
const holdScript = (then: string) => `
  const { holdFolder, holderOf } = await import(${JSON.stringify(MODULE_PATH)});
  try {
    // An unreferenced FolderLock is garbage collected, which releases its lock.
    globalThis.hold = holdFolder(${JSON.stringify(dir)}, { kind: 'service', address: 'http://localhost:4000' });
    console.log('held');
    ${then}
  } catch (error) {
    console.log(error.message);
  }`;

function readableByAll(file: string): boolean {
  try {
    execFileSync('cat', [file], { uid: OTHER_UID, gid: OTHER_UID, cwd: '/', stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

test('a folder that is missing is made, for its owner alone', () => {
  const hold = holdFolder(join(dir, 'a', 'b'), { kind: 'service' });
  expect(readdirSync(join(dir, 'a', 'b'))).toContain('in-use.lock');
  hold.release();
});

test('a second instance is refused with one sentence that names the holder of the folder', async () => {
  const { child, line } = await inProcess(holdScript('process.stdin.resume();'));
  expect(line).toBe('held');
  const attempt = () => holdFolder(dir, { kind: 'service' });
  expect(attempt).toThrow(FolderLockedError);
  expect(attempt).toThrow(
    `The folder ${dir} is in use by another instance (process ${child.pid}, http://localhost:4000): stop that one, or start this one on a folder of its own.`,
  );
  expect(holderOf(dir)).toMatchObject({ pid: child.pid, address: 'http://localhost:4000' });
  child.stdin.end();
  await once(child, 'exit');
});

test('the folder of a killed instance is free at once and has no holder', async () => {
  const { child } = await inProcess(holdScript('process.stdin.resume();'));
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(holderOf(dir)).toBeNull();
  holdFolder(dir, { kind: 'service' }).release();
});

test('the same process cannot hold a folder twice, and can again after release', () => {
  const hold = holdFolder(dir, { kind: 'tool' });
  expect(() => holdFolder(dir, { kind: 'tool' })).toThrow(FolderLockedError);
  hold.release();
  hold.release();
  holdFolder(dir, { kind: 'tool' }).release();
});

test('an invalid holder file does not prevent the sentence', () => {
  const hold = holdFolder(dir, { kind: 'service' });
  for (const text of ['', '{', 'null', '{"kind":"x","pid":1}', '{"kind":"tool"}']) {
    writeFileSync(join(dir, 'in-use.json'), text);
    expect(() => holdFolder(dir, { kind: 'service' })).toThrow(/in use by another instance:/);
  }
  hold.release();
});

test('a file where the folder should be is named', () => {
  const file = join(dir, 'file');
  writeFileSync(file, '');
  expect(() => holdFolder(join(file, 'data'), { kind: 'service' })).toThrow(
    new ProgramStartError(`${file}/data is a file where a folder is needed.`),
  );
});

test('a folder that is not writable is named', async (context) => {
  if (process.getuid?.() !== 0) return context.skip('only root can act as two users');
  if (!readableByAll(MODULE_PATH)) return context.skip('another user cannot read this checkout');
  chmodSync(dir, 0o755);
  const { line } = await inProcess(holdScript(''), OTHER_UID);
  expect(line).toBe(
    `The folder ${dir} is not writable by this user: change its owner, or name another one.`,
  );
});
