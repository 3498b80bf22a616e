import { indexWords } from '@bridge/search';
import { expect, test } from 'vitest';
import type { ArchiveRecord } from './archive-record.ts';
import { orderKey, readOrderKey } from './order-key.ts';

/** The members of a test record on which its order key (maker, title and series) depends. */
type RecordFacts = Partial<Pick<ArchiveRecord, 'title' | 'group'>> & { readonly maker?: string };

function keyOf({ maker, title = '', group }: RecordFacts): ReturnType<typeof readOrderKey> {
  const record: ArchiveRecord = {
    id: 'a:1',
    source: 'a',
    sourceId: '1',
    title,
    titleKind: 'given',
    creators: maker === undefined ? [] : [{ name: maker }],
    date: { text: '', from: null, to: null, certainty: 'none' },
    type: 'IMAGE',
    form: 'print',
    links: {},
    mediaRights: '',
    ...(group === undefined ? {} : { group }),
  };
  return readOrderKey(orderKey(record, indexWords));
}

const plate = { maker: 'M', title: 'Plate (folio 4) from Fables', group: 'Fables' };

test.each<readonly [string, RecordFacts]>([
  ['another number', { ...plate, title: 'Plate IX from Fables' }],
  ['a page instead', { ...plate, title: 'pages 12-14 from fables' }],
])('plates of one series are near-duplicates with %s', (_, other) => {
  expect(keyOf(other)).toEqual(keyOf(plate));
});

test.each<readonly [string, RecordFacts]>([
  ['maker', { ...plate, maker: 'N' }],
  ['title', { ...plate, title: 'Frontispiece from Fables' }],
  ['series', { ...plate, group: 'Fables, second edition' }],
])('works that differ in their %s are no near-duplicates', (_, other) => {
  expect(keyOf(other).group).not.toBe(keyOf(plate).group);
});

test('works whose whole titles are in brackets are near-duplicates only when the titles agree', () => {
  const title = '[Reclining Female Nude]';
  expect(keyOf({ maker: 'M', title }).group).not.toBe(
    keyOf({ maker: 'M', title: '[Man Crossing City Street]' }).group,
  );
  expect(keyOf({ maker: 'M', title }).group).toBe(
    keyOf({ maker: 'M', title: 'Reclining Female Nude [no. 2]' }).group,
  );
});

test('a series belongs to one maker: with another maker it is another series, and without one there is no series', () => {
  const { series } = keyOf(plate);
  expect(keyOf({ ...plate, title: 'Another title' }).series).toBe(series);
  expect(keyOf({ ...plate, maker: 'N' }).series).not.toBe(series);
  expect(keyOf({ maker: 'M', title: 'Fables' }).series).toBeNull();
});
