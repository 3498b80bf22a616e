import { expect, test } from 'vitest';
import { MappingThread } from './mapping-thread.ts';

test('a mapping thread that ends in the middle of a file fails the import, what it had and what comes after', async () => {
  const thread = new MappingThread({ showChanges: 0, yearMax: 2026 });
  thread.open({ sources: ['moma'], mapping: null, parser: { kind: 'json' }, stamp: 0 });
  const had = expect(thread.map(thread.batch(0).packed)).rejects.toMatchObject({
    code: 'service_unavailable',
    reason: 'failed',
  });
  await thread.close();
  await had;
  await expect(thread.map(thread.batch(0).packed)).rejects.toMatchObject({ reason: 'failed' });
});
