import type { ArchiveRecord } from '@bridge/archive';
import { expect, test } from 'vitest';
import { TestArchive, testRecord } from '../archive.fixture.ts';

function record(id: string, title: string, makers: readonly string[], group = ''): ArchiveRecord {
  return testRecord(id, {
    title,
    creators: makers.map((name) => ({ name })),
    date: { text: '1956', from: 1956, to: 1956, certainty: 'exact' },
    form: 'furniture',
    medium: 'Plywood and leather',
    ...(group === '' ? {} : { group }),
  });
}
const RECORDS = [
  ...Array.from({ length: 10 }, (_, at) =>
    record(`pair-${at}`, 'Lounge Chair Model', at % 2 === 0 ? ['Ada Oak', 'Ben Elm'] : ['Ben Elm']),
  ),
  ...Array.from({ length: 6 }, (_, at) =>
    record(`set-${at}`, 'Lounge Chair Model', ['Ben Elm'], `Set ${at}`),
  ),
  ...['Cora Fir', 'Dan Yew', 'Eva Ash'].map((maker) =>
    record(maker.replace(' ', '-'), 'Lounge Chair Model', [maker]),
  ),
  record('other-1', 'Chair for a Lounge', ['Ada Oak']),
  record('other-2', 'Model of a Lounge with Chair', ['Finn Pine']),
];

const archive = TestArchive.of(RECORDS);

test('works of one title, year and medium that share a maker are one hit, whoever is named first and in whatever series', async () => {
  const { hits, folded } = await archive.search('lounge chair model', 4);
  const first = hits.filter(({ record: { id } }) => /:(?:pair|set)-/.test(id));
  expect(first).toHaveLength(1);
  expect(first[0]?.similar).toBe(15);
  expect(folded).toBe(15);
});

test('equal titles of makers who share no work are different hits, and none is pushed off the page', async () => {
  const ids = (await archive.archive().records('lounge chair model', 6)).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['own:Cora-Fir', 'own:Dan-Yew', 'own:Eva-Ash']));
});
