import { describeWith, server, type S3Server } from '@bridge/testing';
import { Client } from 'minio';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BlobStore } from '../blob-store.ts';
import { blobStoreSuite } from '../conformance.ts';
import { sha256Of } from '../sha256.ts';
import { openS3Store } from './open-s3.ts';

function storeOf(s3: S3Server, bucket = s3.bucket): Promise<BlobStore> {
  const { accessKey, secretKey } = s3;
  return openS3Store({ url: `s3+${s3.url}/${bucket}`, accessKey, secretKey, region: 'us-east-1' });
}
const away = { code: 'service_unavailable', details: { part: 'blob store' } };

describeWith(
  'an S3 bucket as blob store',
  async () => {
    const s3 = await server('s3');
    return { s3, store: await storeOf(s3) };
  },
  async ({ s3, store }) => {
    await store.close();
    await s3.stop();
  },
  (opened) => {
    blobStoreSuite(() => opened().store);

    test('the first put creates the bucket, also when several puts run at once', async () => {
      const store = await storeOf(opened().s3, `${opened().s3.bucket}-new`);
      const sha256 = await sha256Of(Buffer.from('x'));
      expect(await store.stat('body/x')).toBeNull();
      await store.check();
      const keys = Array.from({ length: 10 }, (_, i) => `body/x${i}`);
      await Promise.all(keys.map((key) => store.put(key, Buffer.from('x'), sha256)));
      expect(await store.get('body/x9', sha256)).toHaveLength(1);
      await store.close();
    });

    test('a first put so large that the store closes its connection creates the bucket too', async () => {
      const { s3 } = opened();
      const bytes = Buffer.alloc(3_000_000, 'x');
      const sha256 = await sha256Of(bytes);
      for (const name of ['large-a', 'large-b']) {
        const store = await storeOf(s3, `${s3.bucket}-${name}`);
        if (name === 'large-a') await store.put('body/x', bytes, sha256);
        else
          await store.putStream('body', async function* () {
            yield await Promise.resolve(bytes);
          });
        const key = name === 'large-a' ? 'body/x' : `body/${sha256}`;
        expect(await store.get(key, sha256)).toHaveLength(bytes.length);
        await store.close();
      }
    });

    test('an object is no page at the store’s own address, and needs no public bucket', async () => {
      const { s3, store } = opened();
      const html = Buffer.from('<script>alert(1)</script>');
      const sha256 = await sha256Of(html);
      await store.put('body/typed', html, sha256);
      const { key } = await store.putStream('snap', async function* () {
        yield await Promise.resolve(html);
      });
      const { hostname: endPoint, port } = new URL(s3.url);
      const { accessKey, secretKey, bucket } = s3;
      const at = { endPoint, port: Number(port), useSSL: false, pathStyle: true };
      const client = new Client({ ...at, accessKey, secretKey, region: 'us-east-1' });
      for (const name of ['body/typed', key]) {
        const { metaData } = await client.statObject(bucket, name);
        expect(metaData['content-type']).toBe('application/octet-stream');
        expect((await fetch(`${s3.url}/${bucket}/${name}`)).status).toBe(403);
      }
    });

    test('a listing of more than a thousand objects is complete', { timeout: 60_000 }, async () => {
      const { store } = opened();
      const sha256 = await sha256Of(Buffer.of());
      const keys = Array.from({ length: 1_003 }, (_, i) => `many/${String(i).padStart(5, '0')}`);
      for (let i = 0; i < keys.length; i += 50) {
        await Promise.all(keys.slice(i, i + 50).map((key) => store.put(key, Buffer.of(), sha256)));
      }
      const found: string[] = [];
      for await (const entry of store.list('many/')) found.push(entry.key);
      expect(found).toEqual(keys);
    });

    test('bytes that do not have the promised hash are refused by the store itself', async () => {
      const wrong = await sha256Of(Buffer.from('another'));
      await expect(
        opened().store.put('body/wrong', Buffer.from('one'), wrong),
      ).rejects.toMatchObject(away);
      expect(await opened().store.stat('body/wrong')).toBeNull();
    });

    test('with a wrong secret is unavailable, never empty', async () => {
      const { s3 } = opened();
      const stranger = await storeOf({ ...s3, secretKey: 'wrong' });
      await expect(stranger.get('body/x', '0')).rejects.toMatchObject(away);
      await expect(stranger.check()).rejects.toMatchObject(away);
      await stranger.close();
    });
  },
);

describeWith(
  'an S3 store that refuses what is not signed',
  async () => {
    const s3 = await server('s3', { strictSigning: true });
    return { s3, store: await storeOf(s3) };
  },
  async ({ s3, store }) => {
    await store.close();
    await s3.stop();
  },
  (opened) => blobStoreSuite(() => opened().store),
);

describeWith(
  'an S3 store that goes away',
  async () => {
    const s3 = await server('s3', { own: true });
    return { s3, store: await storeOf(s3) };
  },
  async ({ s3, store }) => {
    await store.close();
    await s3.stop();
  },
  (opened) => {
    test(
      'refuses with service_unavailable and works again when it is back',
      { timeout: 30_000 },
      async () => {
        const { s3, store } = opened();
        const sha256 = await sha256Of(Buffer.from('kept'));
        await store.put('body/kept', Buffer.from('kept'), sha256);
        await s3.kill();
        await expect(store.put('body/lost', Buffer.from('kept'), sha256)).rejects.toMatchObject(
          away,
        );
        await expect(store.get('body/kept', sha256)).rejects.toMatchObject(away);
        await expect(store.stat('body/kept')).rejects.toMatchObject(away);
        await expect(store.check()).rejects.toMatchObject(away);
        await s3.restart();
        expect(await store.get('body/kept', sha256)).toHaveLength(4);
      },
    );

    test('that is silent is given up after the time limit', { timeout: 30_000 }, async () => {
      const { s3, store } = opened();
      await s3.pause();
      try {
        await expect(store.get('body/kept', '0')).rejects.toMatchObject(away);
      } finally {
        await s3.resume();
      }
    });
  },
);

describe('a store without conditional puts', () => {
  const stored = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.headers['if-none-match'] !== undefined) {
        response.writeHead(501, { 'content-type': 'application/xml' });
        response.end('<Error><Code>NotImplemented</Code></Error>');
        return;
      }
      stored.set(request.url ?? '', Buffer.concat(chunks));
      response.writeHead(200, { etag: '"x"' }).end();
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());

  test('still stores', async () => {
    const { port } = server.address() as AddressInfo;
    const url = `s3+http://127.0.0.1:${port}/bucket`;
    const store = await openS3Store({ url, accessKey: 'k', secretKey: 's', region: 'us-east-1' });
    await store.put('body/x', Buffer.from('x'), await sha256Of(Buffer.from('x')));
    expect(stored.get('/bucket/body/x')?.toString()).toBe('x');
    await store.close();
  });
});

describe('a store that closes each connection during a put', () => {
  const server = createServer((request, response) => {
    if (request.method === 'PUT') return void request.socket.destroy();
    response.writeHead(200, { etag: '"x"', 'last-modified': new Date(0).toUTCString() });
    response.end(request.method === 'HEAD' ? undefined : 'older');
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => void server.close());

  test('is unavailable for the replacement of a mark, whatever the mark contains', async () => {
    const { port } = server.address() as AddressInfo;
    const url = `s3+http://127.0.0.1:${port}/bucket`;
    const store = await openS3Store({ url, accessKey: 'k', secretKey: 's', region: 'us-east-1' });
    await expect(store.replace('cell/mark', Buffer.from('newer'))).rejects.toMatchObject(away);
    await store.close();
  });
});
