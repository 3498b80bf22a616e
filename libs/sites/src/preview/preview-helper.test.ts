import { once } from 'node:events';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { withSuffix } from './preview-helper.ts';

test('the stream of a preview whose visitor left before its first byte is closed', async () => {
  const file = Readable.from([Buffer.from('page')]);
  const page = { bytes: 4, whole: () => file, part: () => file };
  const body = await withSuffix(page, Buffer.from('!')).whole();
  if (!(body instanceof Readable)) throw new Error('no stream');
  body.destroy();
  await once(body, 'close');
  expect(file.destroyed).toBe(true);
});

test('the suffix follows the last byte of a streamed page', async () => {
  const file = Readable.from([Buffer.from('pa'), Buffer.from('ge')]);
  const page = { bytes: 4, whole: () => file, part: () => file };
  const body = await withSuffix(page, Buffer.from('!')).whole();
  expect(Buffer.concat(await Readable.from(body).toArray()).toString()).toBe('page!');
});
