import { Duplex } from 'node:stream';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { whenClosed } from './when-closed.ts';

const stream = (): Duplex => new Duplex({ read: () => undefined });

test('the close of an open stream is reported once', async () => {
  const open = stream();
  let told = 0;
  whenClosed(open, () => (told += 1));
  expect(told).toBe(0);
  open.destroy();
  await once(open, 'close');
  expect(told).toBe(1);
});

test('a stream that has already closed is reported at once', async () => {
  const gone = stream().destroy();
  await once(gone, 'close');
  let told = 0;
  whenClosed(gone, () => (told += 1));
  expect(told).toBe(1);
});

test('a cancelled callback is not called', async () => {
  const open = stream();
  let told = 0;
  whenClosed(open, () => (told += 1))();
  open.destroy();
  await once(open, 'close');
  expect(told).toBe(0);
});
