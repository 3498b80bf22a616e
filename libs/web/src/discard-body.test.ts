import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { discardBody } from './discard-body.ts';

const KIB = 1024;
const CHUNK_KIB = 64;
const TURN_KIB = 4_096;

/** Makes a request with an endless body; `taken` returns how many KiB of it `discardBody` has discarded. */
function endless(): { readonly request: IncomingMessage; taken(): number } {
  let chunks = 0;
  const stream = new Readable({
    read: () => {
      chunks += 1;
      stream.push(Buffer.alloc(CHUNK_KIB * KIB));
    },
  });
  discardBody(stream as IncomingMessage);
  // Bytes in the stream’s buffer were read from the source but are not discarded yet.
  return {
    request: stream as IncomingMessage,
    taken: () => chunks * CHUNK_KIB - stream.readableLength / KIB,
  };
}
async function settled(): Promise<void> {
  for (let n = 0; n < 300; n += 1) await turnOfLoop();
}
async function nextTurn(): Promise<void> {
  vi.advanceTimersToNextTimer();
  await settled();
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

test('refused bodies are discarded one turn at a time, the oldest first, however many there are', async () => {
  const bodies = [endless(), endless(), endless()];
  await settled();
  const turns = (): readonly number[] => bodies.map(({ taken }) => taken() / TURN_KIB);
  expect(turns()).toEqual([1, 1, 1]);
  for (const expected of [
    [2, 1, 1],
    [3, 1, 1],
  ]) {
    await nextTurn();
    expect(turns()).toEqual(expected);
  }
  bodies[0]?.request.destroy();
  await settled();
  await nextTurn();
  expect(turns().slice(1)).toEqual([2, 1]);
  for (const { request } of bodies) request.destroy();
  await settled();
  await nextTurn();
});

test('a disconnected client takes no turn, and no work continues for it', async () => {
  const [gone, other] = [endless(), endless()];
  await settled();
  gone.request.destroy();
  await settled();
  await nextTurn();
  expect(other.taken()).toBe(2 * TURN_KIB);
  other.request.destroy();
  await settled();
  await nextTurn();
  expect(vi.getTimerCount()).toBe(0);
});

test('memory of what was discarded is free at once', async () => {
  const chunk = Buffer.alloc(CHUNK_KIB * KIB);
  const stream = Readable.from([chunk], { objectMode: false });
  discardBody(stream as IncomingMessage);
  await settled();
  expect(chunk.byteLength).toBe(0);
});
