import { freePort, testBase } from '@bridge/testing';
import { expect, test } from 'vitest';
import { blobsModule } from './open-blobs.ts';

test('the health of a store that is away names the reason', async () => {
  const store = { BRIDGE_S3_KEY: 'key', BRIDGE_S3_SECRET: 'secret' };
  const BRIDGE_BLOBS = `s3+http://127.0.0.1:${await freePort()}/bucket`;
  const opened = await blobsModule('service').open(testBase({ BRIDGE_BLOBS, ...store }));
  const note = 'waits for the blob store (ECONNREFUSED)';
  expect(await opened.ready?.()).toEqual({ ok: false, note });
  await opened.close();
});
