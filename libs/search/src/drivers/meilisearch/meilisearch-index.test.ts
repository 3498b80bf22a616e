import type { Clock } from '@bridge/kernel';
import { describeWith, server } from '@bridge/testing';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { searchConformance } from '../../conformance.ts';
import { SEARCH_FIELDS, type SearchDocument } from '../../search-index.ts';
import { keyOf } from './documents.ts';
import { MeilisearchIndex } from './meilisearch-index.ts';

const clock: Clock = { now: () => Date.UTC(2026, 0, 1), monotonic: () => 0 };

interface Exchange {
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly reply: { readonly status: number; readonly body: unknown };
}

const servers: Server[] = [];
afterEach(() => {
  for (const one of servers.splice(0)) one.close();
});

function bodyOf(bytes: Buffer, encoding: string | undefined): unknown {
  if (bytes.length === 0) return undefined;
  const text = (encoding === 'gzip' ? gunzipSync(bytes) : bytes).toString('utf8');
  const lines = text.split('\n');
  return lines.length > 1 ? lines.map((line): unknown => JSON.parse(line)) : JSON.parse(text);
}

/** Plays exchanges back in their order; what is asked otherwise answers 500 and is kept. */
async function playing(
  name: string,
): Promise<{ index: MeilisearchIndex; asked: unknown[]; expected: readonly Exchange[] }> {
  const file = new URL(`./fixtures/${name}.json`, import.meta.url);
  const expected = JSON.parse(readFileSync(file, 'utf8')) as readonly Exchange[];
  const asked: unknown[] = [];
  const app = createServer((request, response) => {
    void buffer(request).then((bytes) => {
      const body = bodyOf(bytes, request.headers['content-encoding']);
      const { method = '', url = '' } = request;
      const exchange = expected[asked.length];
      asked.push({ method, path: url, ...(body === undefined ? {} : { body }) });
      // The reply must come plain: packed and chunked it costs 45 ms (measured).
      const plain =
        request.headers['accept-encoding'] === 'identity' &&
        request.headers.authorization === 'Bearer key';
      response.writeHead(plain ? (exchange?.reply.status ?? 500) : 400, {
        'content-type': 'application/json',
      });
      response.end(
        JSON.stringify(
          exchange?.reply.body ?? {
            message: 'not expected',
            code: 'unexpected',
            type: 'test',
            link: '',
          },
        ),
      );
    });
  });
  servers.push(app);
  await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
  const { port } = app.address() as AddressInfo;
  return {
    index: new MeilisearchIndex({ url: `http://127.0.0.1:${port}`, key: 'key', clock }),
    asked,
    expected,
  };
}

const document: SearchDocument = {
  id: 'moma:1',
  rank: 85,
  hash: 'h1',
  stamp: 0,
  fields: SEARCH_FIELDS.map((field) => (field === 'title' ? 'great wave' : '')),
  facets: {
    type: 'IMAGE',
    source: 'moma',
    rights: 'unknown',
    form: 'print',
    decade: '1830s',
    language: '',
    image: 'yes',
    from: 1830,
    to: 1832,
  },
  entities: ['creator:Hokusai'],
  body: '{"id":"moma:1"}',
};

describe('the requests to the engine', () => {
  test('of a search are one multi-search: words as they are, filters as filters, the reply plain', async () => {
    const { index, asked, expected } = await playing('search');
    const found = await index.find(
      [
        {
          all: [
            { any: [{ words: ['wave'] }, { words: ['welle'] }] },
            { any: [{ words: ['hokusai'], fields: ['creator'] }] },
          ],
          none: [{ words: ['photograph'] }],
          filter: { facets: { form: ['print'] }, years: { from: 1800, to: 1850 } },
          limit: 50,
        },
        {
          all: [{ any: [{ words: ['great', 'wave'], phrase: true, fields: ['title'] }] }],
          limit: 10,
        },
      ],
      { enough: 100 },
    );
    expect(asked).toEqual(expected.map(({ request }) => request));
    expect(found).toMatchObject({ version: 'v1', counts: { total: 1, sampled: false } });
    expect(found.candidates.map(({ id, rank, reading }) => [id, rank, reading])).toEqual([
      ['moma:1', 85, 0],
    ]);
  });

  test('of an import make the settings before the documents, and swap both indexes in one task', async () => {
    const { index, asked, expected } = await playing('import');
    const build = await index.build({ mode: 'swap', version: 'v2', resume: false });
    expect(
      await build.put({ documents: [document], checkpoint: { key: 'file:x', value: '1' } }),
    ).toEqual({ added: 1, changed: 0, unchanged: 0, kept: 0 });
    const info = await build.commit();
    expect(asked).toEqual(expected.map(({ request }) => request));
    expect(info).toMatchObject({
      version: 'v2',
      documents: 1,
      sources: [{ source: 'moma', documents: 1 }],
    });
  });

  test.each([
    [403, 'invalid_api_key', 'wrong_key'],
    [404, 'index_not_found', null],
    [500, 'internal', 'failed'],
  ])(
    'that fail with %i %s are told to the operator and not to an agent',
    async (status, code, reason) => {
      const app = createServer((_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({ message: 'secret of the engine', code, type: 'x', link: '' }),
        );
      });
      servers.push(app);
      await new Promise<void>((resolve) => app.listen(0, '127.0.0.1', resolve));
      const index = new MeilisearchIndex({
        url: `http://127.0.0.1:${(app.address() as AddressInfo).port}`,
        key: 'key',
        clock,
      });
      const asking = index.find([{ all: [], limit: 1 }], { enough: 1 });
      if (reason === null) expect((await asking).candidates).toEqual([]);
      else
        await expect(asking).rejects.toMatchObject({
          code: 'service_unavailable',
          reason,
          details: { part: 'archive search' },
        });
    },
  );

  test('to an engine that is not there say so', async () => {
    const index = new MeilisearchIndex({ url: 'http://127.0.0.1:9', key: 'key', clock });
    await expect(index.find([{ all: [], limit: 1 }], { enough: 1 })).rejects.toMatchObject({
      reason: 'unreachable',
    });
  });
});

test('keys are told apart for all ids and hold only what the engine takes', () => {
  const ids = ['moma:1', 'moma_1', 'moma_3a_1', 'cmoa:cmoa_things_5-x', 'a:é'];
  expect(new Set(ids.map(keyOf)).size).toBe(ids.length);
  expect(ids.map(keyOf).every((key) => /^[A-Za-z0-9_-]+$/.test(key))).toBe(true);
});

describeWith(
  'a real Meilisearch',
  () => server('meilisearch'),
  (engine) => engine.stop(),
  (engine) => {
    let runs = 0;
    searchConformance('Meilisearch', () => {
      const { url, key, namespace } = engine();
      const prefix = `${namespace}-${++runs}`;
      const real: Clock = { now: () => Date.now(), monotonic: () => performance.now() };
      const open = (): MeilisearchIndex => new MeilisearchIndex({ url, key, prefix, clock: real });
      return Promise.resolve({ index: open(), again: open });
    });
  },
);
