import type { ArchiveRecord } from '@bridge/archive';
import { SURF } from '@bridge/contracts';
import { readSettings } from '@bridge/kernel';
import { agentCtx, startTestServices } from '@bridge/testing';
import { describe, expect, test } from 'vitest';
import { TestArchive, testRecord } from '../archive.fixture.ts';
import { explainQuery } from '../explain.ts';
import { surfModule } from '../../module.ts';

const record = (
  source: string,
  sourceId: string,
  title: string,
  maker: string,
  years: readonly [from: number, to: number],
  form = 'print',
): ArchiveRecord =>
  testRecord(sourceId, {
    id: `${source}:${sourceId}`,
    source,
    title,
    titleKind: title === 'Untitled' ? 'placeholder' : 'given',
    creators: maker === '' ? [] : [{ name: maker }],
    date: { text: years.join('-'), from: years[0], to: years[1], certainty: 'range' },
    form,
  });

const RECORDS: readonly ArchiveRecord[] = [
  record('moma', '1', 'Zapata', 'Diego Rivera', [1932, 1932]),
  record('cmoa', '1', 'Zapata', 'Rivera Diego', [1931, 1933]),
  record('tate', '1', 'Zapata', 'Diego Rivera', [1955, 1955]),
  record('wcma', '1', 'Zapata', 'Diego Rivera', [1932, 1932], 'painting'),
  record('walters', '1', 'Zapata', 'Alfredo Zalce', [1932, 1932]),
  record('nypl', '1', 'Zapata', 'Diego Rivera', [1935, 1935]),
  record('nga-media', '6', 'Waterloo Bridge', 'Claude Monet', [1899, 1899]),
  record('aic', '6', 'Waterloo Bridge', 'Claude Monet', [1860, 1905]),
  // The first collection has one record and the second has two equal ones, so it is unknown which of them is the same work.
  record('moma', '2', 'Green Stripe', 'Patrick Heron', [1970, 1970]),
  record('tate', '2', 'Green Stripe', 'Patrick Heron', [1970, 1970]),
  record('tate', '3', 'Green Stripe', 'Patrick Heron', [1970, 1970]),
  record('moma', '4', 'Untitled', 'Donald Judd', [1968, 1968]),
  record('tate', '4', 'Untitled', 'Donald Judd', [1968, 1968]),
  record('moma', '5', 'Incense Burner', '', [1850, 1850]),
  record('walters', '5', 'Incense Burner', '', [1850, 1850]),
];

const archive = TestArchive.of(RECORDS);

const sameAs = async (id: string): Promise<readonly string[] | undefined> =>
  (await explainQuery(archive.archive(), 'anything', id))[0]?.sameAs;

describe('one work in two collections', () => {
  test('is linked from both sides when maker, title, form and years agree', async () => {
    expect(await sameAs('moma:1')).toEqual(['cmoa:1']);
    expect(await sameAs('cmoa:1')).toEqual(['moma:1']);
  });

  test('is linked by a range of years that is too long to be listed', async () => {
    expect(await sameAs('aic:6')).toEqual(['nga-media:6']);
  });

  test.each([
    ['years apart', 'tate:1'],
    ['another year of the same decade', 'nypl:1'],
    ['another form', 'wcma:1'],
    ['another maker', 'walters:1'],
    ['more than one of that title in its collection', 'tate:2'],
    ['more than one of that title in the other collection', 'moma:2'],
    ['a title that says nothing', 'moma:4'],
    ['no maker', 'moma:5'],
  ])('is not guessed from %s', async (_, id) => {
    expect(await sameAs(id)).toEqual([]);
  });

  test('is said once in the notes of an answer, and both records stay', async () => {
    const services = await startTestServices([surfModule], {
      settings: readSettings({ BRIDGE_SEARCH: archive.address }),
    });
    const answer = await services.call(SURF.search, agentCtx(), {
      query: 'zapata rivera',
      limit: 12,
    });
    await services.stop();
    if (!('result' in answer)) throw new Error(JSON.stringify(answer));
    const { notes } = SURF.search.output.parse(answer.result);
    expect(notes.filter((note) => note.includes('same work'))).toEqual([
      'Probably the same work in more than one collection, each with its own record: cmoa:1 = moma:1.',
    ]);
    expect((await archive.index.get(['moma:1', 'cmoa:1'])).map(({ id }) => id).sort()).toEqual([
      'cmoa:1',
      'moma:1',
    ]);
  });

  test('is not mentioned when there is none', async () => {
    const answer = await archive.search('heron stripe', 12);
    expect(answer.sameAs.size).toBe(0);
  });
});
