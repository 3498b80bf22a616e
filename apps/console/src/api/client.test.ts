import { afterEach, expect, test, vi } from 'vitest';
import { send } from './client.ts';
import { fitsKeepalive } from './keepalive.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['60,000 letters', 'a'.repeat(60_000), true],
  ['25,000 Chinese characters, which are 75,000 bytes', '漢'.repeat(25_000), false],
  ['40,000 quotes, which JSON doubles', '"'.repeat(40_000), false],
])('a keepalive request is measured in bytes: %s', (_what, html, isSent) => {
  expect(fitsKeepalive({ html })).toBe(isSent);
});

test('keepalive requests without an answer share the bytes that a browser allows, and give them back', async () => {
  const kept: boolean[] = [];
  const answers: (() => void)[] = [];
  vi.stubGlobal('fetch', (_path: string, { keepalive }: RequestInit) => {
    kept.push(keepalive === true);
    return new Promise((resolve) => answers.push(() => resolve(new Response('{}'))));
  });
  const body = { html: 'a'.repeat(25 * 1024) };
  const sendKept = (): Promise<unknown> => send('PUT', '/x', { body, keepalive: true });
  const sent = [sendKept(), sendKept(), sendKept()];
  expect(kept).toEqual([true, true, false]);
  expect(fitsKeepalive(body)).toBe(false);
  for (const answer of answers.splice(0)) answer();
  await Promise.all(sent);
  expect(fitsKeepalive(body)).toBe(true);
  const last = sendKept();
  for (const answer of answers) answer();
  await last;
  expect(kept.at(-1)).toBe(true);
});

test('a keepalive request that the browser refuses is sent again at once without keepalive', async () => {
  const kept: (boolean | undefined)[] = [];
  vi.stubGlobal('fetch', (_path: string, { keepalive }: RequestInit) => {
    kept.push(keepalive);
    return keepalive === true
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(new Response('{"seq":1}'));
  });
  const body = { html: 'a'.repeat(25 * 1024) };
  expect(await send('PUT', '/x', { body, keepalive: true })).toEqual({ seq: 1 });
  expect(kept).toEqual([true, undefined]);
});
