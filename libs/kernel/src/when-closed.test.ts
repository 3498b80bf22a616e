import { Duplex } from 'node:stream';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { whenClosed } from './when-closed.ts';

const stream = (): Duplex => new Duplex({ read: () => undefined });

test('a stream that is open tells of its close once', async () => {
  const open = stream();
  let told = 0;
  whenClosed(open, () => (told += 1));
  expect(told).toBe(0);
  open.destroy();
  await once(open, 'close');
  expect(told).toBe(1);
});

test('a stream that closed before it was asked tells at once', async () => {
  const gone = stream().destroy();
  await once(gone, 'close');
  let told = 0;
  whenClosed(gone, () => (told += 1));
  expect(told).toBe(1);
});

test('what was cancelled is not told', async () => {
  const open = stream();
  let told = 0;
  whenClosed(open, () => (told += 1))();
  open.destroy();
  await once(open, 'close');
  expect(told).toBe(0);
});
