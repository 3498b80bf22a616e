import { type ArchiveRecord, indexTarget, searchDocument } from '@bridge/archive';
import { systemClock } from '@bridge/kernel';
import { openSearch, type SearchIndex } from '@bridge/search';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Archive } from './search-archive.ts';

const folder = mkdtempSync(join(tmpdir(), 'bridge-duplicates-'));
let index: SearchIndex;

function record(id: string, title: string, makers: readonly string[], group = ''): ArchiveRecord {
  return {
    id: `own:${id}`,
    source: 'own',
    sourceId: id,
    title,
    titleKind: 'given',
    creators: makers.map((name) => ({ name })),
    date: { text: '1956', from: 1956, to: 1956, certainty: 'exact' },
    type: 'IMAGE',
    form: 'furniture',
    medium: 'Plywood and leather',
    ...(group === '' ? {} : { group }),
    links: {},
    mediaRights: '',
  };
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

beforeAll(async () => {
  index = openSearch({ address: `file:${folder}`, clock: systemClock });
  const run = await indexTarget(index, systemClock).begin({ mode: 'swap', resume: false });
  await run.put({ documents: RECORDS.map((one) => searchDocument(one, one.id, 0)) });
  await run.finish({ names: [], files: [], canaries: [] }, () => undefined);
}, 60_000);
afterAll(async () => {
  await index.close();
  rmSync(folder, { recursive: true, force: true });
});

test('works of one title, year and medium that share a maker are one hit, whoever is named first and in whatever series', async () => {
  const { hits, folded } = await new Archive(index).search('lounge chair model', 4);
  const first = hits.filter(({ record: { id } }) => /:(?:pair|set)-/.test(id));
  expect(first).toHaveLength(1);
  expect(first[0]?.similar).toBe(15);
  expect(folded).toBe(15);
});

test('equal titles of makers who share no work are different hits, and none is pushed off the page', async () => {
  const ids = (await new Archive(index).records('lounge chair model', 6)).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(['own:Cora-Fir', 'own:Dan-Yew', 'own:Eva-Ash']));
});
