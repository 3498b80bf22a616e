import { runCommand } from '@bridge/testing';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

let data: string;
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'bridge-ctl-'));
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

const run = (...args: readonly string[]) => runCommand(args, { BRIDGE_DATA: data });

test.each([
  ['keys list', 'lisbon'],
  ['keys revoke', 'key_1 key_2'],
  ['archive stats', 'moma'],
])('ctl %s %s: an argument too many is refused and nothing is done', async (command, args) => {
  const words = `${command} ${args}`.split(' ');
  await expect(run(...words)).rejects.toThrow(
    `ended with 2:\n“${words.at(-1)}” is one argument too many.\n\nnpm run ctl -- ${command}`,
  );
});

test.each([
  [['owner', 'create', '--email', 'nobody'], '--email: must be an e-mail address, such as'],
  [['keys', 'revoke', 'key_x'], 'key_id: there is no such key; keys list shows'],
  [['keys', 'list'], '--owner: there is no owner yet; make one with owner create.'],
])('ctl %j names the argument once, with what to do', async (args, sentence) => {
  const error: unknown = await run(...args).catch((thrown: unknown) => thrown);
  const said = error instanceof Error ? error.message : '';
  expect(said.split('\n').filter((line) => line.includes(sentence.slice(-20)))).toHaveLength(1);
  expect(said).toContain(sentence);
});

test('ctl blobs verify on a new data folder finds nothing to read', async () => {
  expect((await run('blobs', 'verify')).stdout).toBe('All 0 objects are whole.\n');
});
