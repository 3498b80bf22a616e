import { afterEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import {
  document,
  endEngines,
  ENOUGH,
  type RecordedExchange,
  playing,
  RECORDED_QUERY,
  RECORDED_VERSION,
} from './recorded-engine.fixture.ts';

afterEach(endEngines);

/** True for the answer about the task that adds the documents of the recorded import. */
const isAdding = (exchange: RecordedExchange | undefined): boolean => {
  const task = z.object({ type: z.string(), indexUid: z.string() }).safeParse(exchange?.reply.body);
  const { type, indexUid } = task.data ?? {};
  return type === 'documentAdditionOrUpdate' && indexUid === 'refs-next';
};
const ADDED_AT = '/indexes/refs-next/documents';

describe('an engine', () => {
  test.each([
    ['silent', 'slow', 'does not answer in time'],
    ['cut', 'unreachable', 'cannot be reached'],
  ] as const)(
    'that is %s is reported as %s, and the next search finds it again without a restart',
    async (trouble, reason, words) => {
      const { index, asked } = await playing('search', (at) => (at === 0 ? trouble : null));
      await expect(index.find(RECORDED_QUERY, ENOUGH)).rejects.toMatchObject({
        code: 'service_unavailable',
        reason,
        sentence: expect.stringContaining(words),
        details: { part: 'archive search' },
      });
      expect((await index.find(RECORDED_QUERY, ENOUGH)).candidates.map(({ id }) => id)).toEqual([
        'moma:1',
      ]);
      expect(asked).toHaveLength(2);
    },
    20_000,
  );

  test.each([
    ['no_space_left_on_device', 'disk_full'],
    ['internal', 'failed'],
  ])(
    'that fails in the middle of an import (%s) keeps the old index: nothing is swapped',
    async (code, reason) => {
      const { index, asked } = await playing('import', (_, exchange) => {
        if (!isAdding(exchange)) return null;
        const done = exchange?.reply.body as object;
        const error = { message: 'x', code, type: 'internal', link: '' };
        return { status: 200, body: { ...done, status: 'failed', error } };
      });
      const build = await index.build({ mode: 'swap', version: RECORDED_VERSION, resume: false });
      const putAndServe = async (): Promise<void> => {
        await build.put({ documents: [document], checkpoint: { key: 'file:x', value: '1' } });
        await build.commit();
      };
      await expect(putAndServe()).rejects.toMatchObject({ code: 'service_unavailable', reason });
      expect(JSON.stringify(asked)).not.toContain('/swap-indexes');
    },
  );

  test('that stops in the middle of an import keeps the old index: nothing is swapped', async () => {
    let gone = false;
    const { index, asked } = await playing('import', (_, exchange) => {
      gone ||= isAdding(exchange);
      return gone ? 'cut' : null;
    });
    const build = await index.build({ mode: 'swap', version: RECORDED_VERSION, resume: false });
    const putAndServe = async (): Promise<void> => {
      await build.put({ documents: [document], checkpoint: { key: 'file:x', value: '1' } });
      await build.commit();
    };
    await expect(putAndServe()).rejects.toMatchObject({ reason: 'unreachable' });
    expect(JSON.stringify(asked)).not.toContain('/swap-indexes');
  });

  test.each([
    ['whose queue is full', 503, 'too_many_tasks'],
    ['that asks for patience', 429, 'too_many_search_requests'],
    ['behind a door that is shut for a moment', 502, undefined],
  ])('%s is asked again a little later, and the import goes on', async (_, status, code) => {
    let refused = 0;
    const { index, asked } = await playing('import', (at, exchange) => {
      if (exchange?.request.path !== ADDED_AT || refused === 2) return null;
      refused += 1;
      return { status, body: { message: `x${at}`, code, type: 'x', link: '' } };
    });
    const build = await index.build({ mode: 'swap', version: RECORDED_VERSION, resume: false });
    const put = build.put({ documents: [document], checkpoint: { key: 'file:x', value: '1' } });
    expect(await put).toMatchObject({ added: 1 });
    expect(await build.commit()).toMatchObject({ version: RECORDED_VERSION, documents: 1 });
    expect(asked.filter((one) => JSON.stringify(one).includes(`"${ADDED_AT}"`))).toHaveLength(3);
  });

  test.each([
    ['refused', 503, 3],
    ['perhaps done', 502, 1],
  ])(
    'swaps once: a swap that was %s is sent again only if it was not done',
    async (_, status, times) => {
      let answered = 0;
      const { index, asked } = await playing('import', (_at, exchange) => {
        if (exchange?.request.path !== '/swap-indexes' || answered > 0) return null;
        answered += 1;
        return { status, body: { message: 'x', code: 'x', type: 'x', link: '' } };
      });
      const build = await index.build({ mode: 'swap', version: RECORDED_VERSION, resume: false });
      await build.put({ documents: [document], checkpoint: { key: 'file:x', value: '1' } });
      const committed = build.commit().then(
        () => 3,
        () => 1,
      );
      expect(await committed).toBe(times);
      expect(asked.filter((one) => JSON.stringify(one).includes('/swap-indexes'))).toHaveLength(
        times,
      );
    },
  );

  test('that holds half an index, without the facts of its version, is an archive to be imported', async () => {
    const none = { results: [{ indexUid: 'refs-side', hits: [], query: '', limit: 1, offset: 0 }] };
    const { index } = await playing('search', () => ({ status: 200, body: none }));
    expect(await index.info()).toBeNull();
    expect(await index.attachment('lexicon')).toBeNull();
  });
});
