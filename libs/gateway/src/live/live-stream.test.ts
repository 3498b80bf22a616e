import { LIVE } from '@bridge/contracts';
import { expect, test } from 'vitest';
import { eventText, LiveEventStream } from './live-stream.ts';

async function read(chunks: AsyncGenerator<string>): Promise<string> {
  const { value } = (await chunks.next()) as { readonly value: string };
  return value;
}

// Verifies: live.slow-reader.
test('a reader that does not keep up receives resync in place of what it lost, then goes on', async () => {
  const stream = new LiveEventStream(7, () => undefined);
  const chunks = stream.chunks();
  expect(await read(chunks)).toMatch(/^retry: \d{4}\n\n$/);
  for (let n = 0; n < LIVE.bufferedEventsMax; n += 1) stream.push(eventText('resync', { seq: n }));
  stream.lastSeq = 9_000;
  stream.push('lost\n\n');
  stream.push('lost too\n\n');
  expect(await read(chunks)).toBe('id: 9000\nevent: resync\ndata: {"seq":9000}\n\n');
  stream.push('next\n\n');
  expect(await read(chunks)).toBe('next\n\n');
});

test('what waits is sent before the end, and the end is told once', async () => {
  let ends = 0;
  const stream = new LiveEventStream(null, () => (ends += 1));
  const chunks = stream.chunks();
  await read(chunks);
  stream.push('last\n\n');
  stream.end();
  stream.push('too late\n\n');
  expect(await read(chunks)).toBe('last\n\n');
  expect(await chunks.next()).toEqual({ done: true, value: undefined });
  stream.end();
  expect(ends).toBe(1);
});

test('a reader that leaves ends the stream', async () => {
  let ends = 0;
  const stream = new LiveEventStream(null, () => (ends += 1));
  const chunks = stream.chunks();
  await read(chunks);
  await chunks.return(undefined);
  expect(ends).toBe(1);
});
