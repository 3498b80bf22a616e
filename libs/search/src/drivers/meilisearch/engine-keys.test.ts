import { describeWith, server } from '@bridge/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { ENGINE_KEYS, engineKeyValue, prepareEngine } from './engine-keys.ts';
import { MeilisearchSearchIndex } from './meilisearch-index.ts';
import { clock, endEngines, ENOUGH, playing, RECORDED_QUERY } from './recorded-engine.fixture.ts';

afterEach(endEngines);

describe('the key of the service that searches', () => {
  // Verifies: storage.roles-search.
  test('is enough for it: it sends searches and nothing else', async () => {
    const { index, asked } = await playing('search');
    await index.find(RECORDED_QUERY, ENOUGH);
    expect(asked).toMatchObject([{ method: 'POST', path: '/multi-search' }]);
    expect(ENGINE_KEYS.search.actions).toEqual(['search']);
  });

  test('has the value that the engine derives from its master key', () => {
    // The value is also printed by: echo -n <uid> | openssl dgst -sha256 -hmac master
    expect(engineKeyValue('master', 'search')).toMatch(/^[0-9a-f]{64}$/);
    expect(engineKeyValue('master', 'search')).not.toBe(engineKeyValue('master', 'import'));
  });
});

describeWith(
  'a Meilisearch engine with a key for each need',
  async () => {
    const engine = await server('meilisearch', { own: true });
    // The second call must find the search key and the import key and leave them unchanged.
    await prepareEngine(engine.url, engine.key);
    await prepareEngine(engine.url, engine.key);
    const open = (use: 'search' | 'import') =>
      new MeilisearchSearchIndex({ url: engine.url, key: engineKeyValue(engine.key, use), clock });
    return { engine, reader: open('search'), writer: open('import') };
  },
  async ({ engine, reader, writer }) => {
    await reader.close();
    await writer.close();
    await engine.stop();
  },
  (opened) => {
    // Verifies: storage.roles-search.
    test('is filled by the import key, read by the search key, and not changed by it', async () => {
      const { reader, writer } = opened();
      const build = await writer.build({ mode: 'swap', version: 'one', resume: false });
      await build.commit();
      expect(await reader.info()).toMatchObject({ version: 'one' });
      await expect(
        reader.build({ mode: 'swap', version: 'two', resume: false }),
      ).rejects.toMatchObject({ reason: 'wrong_key' });
    });

    test('refuses to make keys with either key', async () => {
      const { engine } = opened();
      for (const use of ['search', 'import'] as const)
        await expect(
          prepareEngine(engine.url, engineKeyValue(engine.key, use)),
        ).rejects.toMatchObject({ reason: 'wrong_key' });
    });
  },
);
