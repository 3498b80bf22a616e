import { expect, test } from 'vitest';
import { bytesRepresentation, entityReply, type HttpEntity, type EntityRequest } from './entity.ts';

const plain = Buffer.from('0123456789');
const entity: HttpEntity = {
  tag: 'abc',
  contentType: 'text/plain; charset=utf-8',
  cacheControl: 'public',
  headers: ['X-Own', '1'],
  identity: bytesRepresentation(plain),
  encoded: new Map([['gzip', bytesRepresentation(Buffer.from('zip'))]]),
};

async function ask(headers: Partial<EntityRequest>) {
  const none = { ifNoneMatch: undefined, ifRange: undefined, range: undefined };
  const request = { method: 'GET', ...none, acceptEncoding: undefined, ...headers };
  const { status, headers: lines, body } = entityReply(request, entity);
  const bytes = (await body?.()) as Uint8Array | undefined;
  const pairs = lines.flatMap((name, at) => (at % 2 === 0 ? [[name, lines[at + 1]]] : []));
  return {
    status,
    text: bytes === undefined ? null : Buffer.from(bytes).toString(),
    headers: Object.fromEntries(pairs),
  };
}

test('a plain request gets the bytes, with everything that a cache needs', async () => {
  expect(await ask({})).toEqual({
    status: 200,
    text: '0123456789',
    headers: {
      ETag: '"abc"',
      'Cache-Control': 'public',
      'X-Own': '1',
      Vary: 'Accept-Encoding',
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': '10',
      'Accept-Ranges': 'bytes',
    },
  });
});

test('each encoding has an entity tag of its own, and 304 is for the one that would be sent', async () => {
  const encoded = await ask({ acceptEncoding: 'gzip' });
  expect([encoded.text, encoded.headers.ETag]).toEqual(['zip', '"abc-gzip"']);
  expect(encoded.headers['Content-Encoding']).toBe('gzip');
  const same = { acceptEncoding: 'gzip', ifNoneMatch: '"abc-gzip"' };
  expect(await ask(same)).toMatchObject({ status: 304, text: null });
  expect((await ask({ ...same, ifNoneMatch: '"abc"' })).status).toBe(200);
});

test('a part is a part of the plain bytes, whatever encoding is accepted', async () => {
  const part = await ask({ range: 'bytes=2-4', acceptEncoding: 'gzip' });
  expect([part.status, part.text]).toEqual([206, '234']);
  expect(part.headers).toMatchObject({ 'Content-Range': 'bytes 2-4/10', 'Content-Length': '3' });
});

test('a part of an entity that has changed is the whole entity', async () => {
  expect((await ask({ range: 'bytes=2-4', ifRange: '"abc"' })).status).toBe(206);
  expect((await ask({ range: 'bytes=2-4', ifRange: '"old"' })).status).toBe(200);
});

test('a part behind the end is 416 and says how long the entity is', async () => {
  const { status, headers } = await ask({ range: 'bytes=10-' });
  expect(status).toBe(416);
  expect(headers).toMatchObject({ 'Content-Range': 'bytes */10', 'Cache-Control': 'no-store' });
});

test('HEAD ignores Range', async () => {
  expect((await ask({ method: 'HEAD', range: 'bytes=2-4' })).headers['Content-Length']).toBe('10');
});
