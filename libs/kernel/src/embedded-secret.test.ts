import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { embeddedSecret } from './embedded-secret.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-secret-'));
afterAll(() => rmSync(folder, { recursive: true }));
const read = (file: string): Promise<string> =>
  embeddedSecret(folder, { file, name: 'The secret', loss: 'all is lost' });

test('a secret is created once, also by modules that start together, and leaves no other file', async () => {
  const secrets = await Promise.all(Array.from({ length: 8 }, () => read('once')));
  expect(new Set(secrets).size).toBe(1);
  expect(readdirSync(folder)).toEqual(['once']);
  expect(statSync(join(folder, 'once')).mode & 0o777).toBe(0o600);
});

test('a stored secret is read without a write, so a full disk does not stop the start', async () => {
  const secret = await read('once');
  utimesSync(folder, 1, 1);
  expect(await read('once')).toBe(secret);
  expect(statSync(folder).mtimeMs).toBe(1_000);
});

test('a truncated file and a missing folder stop the start with one sentence', async () => {
  writeFileSync(join(folder, 'short'), 'x');
  await expect(read('short')).rejects.toThrow(/truncated\. Remove it .+; all is lost\.$/);
  await expect(read('once/below')).rejects.toThrow(/^The secret cannot be read from .+\.$/);
});
