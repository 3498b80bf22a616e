import { TransferableDocumentList } from '@bridge/search/documents';
import { expect, test } from 'vitest';
import { momaObject } from '@bridge/testing';
import { ParallelRecordBatchMapper } from './mapping.ts';

test('when a mapping thread ends in the middle of a file, its pending batches and all later ones fail', async () => {
  const mapping = new ParallelRecordBatchMapper({ showChanges: 0, yearMax: 2026 });
  mapping.open({
    sources: ['moma'],
    mapping: null,
    collection: null,
    parser: { kind: 'json' },
    stamp: 0,
  });
  const had = expect(mapping.map(mapping.batch('0').packed)).rejects.toMatchObject({
    code: 'service_unavailable',
    reason: 'failed',
  });
  await mapping.close();
  await had;
  await expect(mapping.map(mapping.batch('0').packed)).rejects.toMatchObject({ reason: 'failed' });
});

test('the calling thread maps the batches that wait for the mapping thread, to the same documents', async () => {
  const mapping = new ParallelRecordBatchMapper({ showChanges: 0, yearMax: 2026 });
  mapping.open({
    sources: ['moma'],
    mapping: null,
    collection: null,
    parser: { kind: 'json' },
    stamp: 0,
  });
  const texts = Array.from({ length: 300 }, (_, at) =>
    JSON.stringify(momaObject(at + 1, `<b>Composition</b> ${at + 1}`)),
  );
  const filled = () => {
    const batch = mapping.batch('0');
    for (const [at, text] of texts.entries()) {
      const piece = { text, place: String(at + 1), offset: at };
      batch.write(piece);
      batch.keep(piece);
    }
    return batch.packed;
  };
  try {
    // More batches than the worker thread accepts at once.
    const mapped = await Promise.all(Array.from({ length: 6 }, () => mapping.map(filled())));
    const [first] = mapped;
    expect(TransferableDocumentList.from(first?.documents ?? new Uint8Array(0))).toHaveLength(
      texts.length,
    );
    for (const { documents, originals, cleaned, tallies } of mapped) {
      expect(Buffer.compare(documents, first?.documents ?? documents)).toBe(0);
      expect(Buffer.compare(originals, first?.originals ?? originals)).toBe(0);
      expect(tallies).toEqual(first?.tallies);
      expect(cleaned.get('html')).toBe(texts.length);
    }
  } finally {
    await mapping.close();
  }
});
