import { heldIn, until } from '@bridge/testing';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { product, stage } from '../stage.ts';
import { actHead, openRaw } from './raw.ts';
import { standing } from './standing.ts';

const one = await stage();
standing(() => one.on('act')('worlds.list', {}));
const KEY = `Authorization: Bearer ${one.secret}`;
const JSON_TYPE = 'Content-Type: application/json';
const LIST = '{"action":"worlds.list"}';
const call = actHead(KEY, JSON_TYPE, `Content-Length: ${LIST.length}`) + LIST;
const upload = `${actHead(KEY, JSON_TYPE, `Content-Length: ${1024 * 1024}`)}{"action":`;

/** Sends `text` and resets the connection after `turns` iterations of the event loop. */
async function reset(text: string, turns: number): Promise<void> {
  const { socket } = await openRaw();
  socket.write(text);
  for (let turn = 0; turn < turns; turn += 1) await turnOfLoop();
  socket.resetAndDestroy();
}

// Verifies: safety.released.
it.each([
  ['calls', call, 60],
  ['uploads of 1 MiB', upload, 60],
  ['ten calls sent at once', call.repeat(10), 12],
])('%s that are reset just after their headers hold nothing', async (_, text, count) => {
  for (let n = 0; n < count; n += 1) await reset(text, n % 20);
  await until('everything to be given back', async () => {
    const response = await fetch(`${product().internalUrl}/metrics`);
    expect(heldIn(await response.text())).toEqual({});
    return true;
  });
  expect((await one.on('act')('worlds.list', {})).ok).toBe(true);
});
