import type { Clock } from '@bridge/kernel';
import { describeWith, server } from '@bridge/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { searchConformance } from '../../conformance.ts';
import { keyOf } from './documents.ts';
import { MeilisearchSearchIndex } from './meilisearch-index.ts';
import {
  clock,
  document,
  endEngines,
  ENOUGH,
  playing,
  RECORDED_QUERY,
  RECORDED_VERSION,
} from './recorded-engine.fixture.ts';

afterEach(endEngines);

describe('the requests to the engine', () => {
  test('of a search are one multi-search: words as they are, filters as filters, the reply plain', async () => {
    const { index, asked, expected } = await playing('search');
    const found = await index.find(RECORDED_QUERY, ENOUGH);
    expect(asked).toEqual(expected.map(({ request }) => request));
    expect(found.version).toBe(RECORDED_VERSION);
    expect(await found.count()).toMatchObject({ total: 1, sampled: false });
    expect(
      found.candidates.map(({ id, rank, interpretation }) => [id, rank, interpretation]),
    ).toEqual([['moma:1', 85, 0]]);
  });

  test('of an import make the settings before the documents, and swap both indexes in one task', async () => {
    const { index, asked, expected } = await playing('import');
    const build = await index.build({ mode: 'swap', version: RECORDED_VERSION, resume: false });
    expect(
      await build.put({ documents: [document], checkpoint: { key: 'file:x', value: '1' } }),
    ).toEqual({ added: 1, changed: 0, unchanged: 0, kept: 0 });
    const info = await build.commit();
    expect(asked).toEqual(expected.map(({ request }) => request));
    expect(info).toMatchObject({
      version: RECORDED_VERSION,
      documents: 1,
      sources: [{ source: 'moma', documents: 1 }],
    });
  });

  test.each([
    [403, 'invalid_api_key', 'wrong_key'],
    [404, 'index_not_found', null],
    [500, 'internal', 'failed'],
  ])(
    'that fail with %i %s are reported to the operator and not to an agent',
    async (status, code, reason) => {
      const { index } = await playing('search', () => ({
        status,
        body: { message: 'secret of the engine', code, type: 'x', link: '' },
      }));
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
    const index = new MeilisearchSearchIndex({ url: 'http://127.0.0.1:9', key: 'key', clock });
    await expect(index.find([{ all: [], limit: 1 }], { enough: 1 })).rejects.toMatchObject({
      reason: 'unreachable',
    });
  });
});

test('keys are different for different ids and have only characters that the engine accepts', () => {
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
      const open = (): MeilisearchSearchIndex =>
        new MeilisearchSearchIndex({ url, key, prefix, clock: real });
      return Promise.resolve({ index: open(), again: open });
    });
  },
);
