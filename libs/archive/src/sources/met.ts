import { dateOf } from '../record/dates.ts';
import { formOf } from '../record/forms.ts';
import { makeRecord } from '../record/make-record.ts';
import { parseBio, parseName } from '../record/names.ts';
import { byFlag } from '../record/rights.ts';
import type { WorkCreator } from '../record/archive-record.ts';
import { numberOf, type RawRecord, type RecordSource, textOf, textsOf } from './source.ts';

/** Returns the makers of a record; each artist column lists several makers in one cell, separated by bars. */
function creatorsOfMet(raw: RawRecord, line: (value: unknown) => string): WorkCreator[] {
  const column = (name: string): string[] =>
    line(raw[name])
      .split('|')
      .map((text) => text.trim());
  const [names, bios, peoples, roles] = [
    column('Artist Display Name'),
    column('Artist Display Bio'),
    column('Artist Nationality'),
    column('Artist Role'),
  ];
  return names.flatMap((name, at) => {
    const nationality = peoples[at] ?? '';
    const creator = parseName(name, {
      ...parseBio(bios[at] ?? ''),
      ...(nationality === '' ? {} : { nationality }),
    });
    const role = (roles[at] ?? '').toLowerCase();
    if (creator === null) return [];
    return [role === '' || role === 'artist' || role === 'maker' ? creator : { ...creator, role }];
  });
}

/** Source: Metropolitan Museum of Art, its CSV of all objects. Rows with cells in wrong columns are rejected. */
export const met: RecordSource = {
  name: 'met',
  dataset: 'The Metropolitan Museum of Art Open Access CSV',
  institution: 'Metropolitan Museum of Art, New York',
  shapes: [
    [
      'Object Number',
      'Is Public Domain',
      'Object ID',
      'Object Name',
      'Title',
      'Object Date',
      'Link Resource',
    ],
  ],
  idOf: (raw) => textOf(raw, 'Object ID'),
  changedOn: () => null,
  map: (raw, { cleaner, yearMax }) => {
    const line = (value: unknown): string => cleaner.line(value);
    // A misplaced quote shifts cells, so that flags and numbers are in wrong columns.
    if (
      !/^(?:true|false)$/i.test(textOf(raw, 'Is Public Domain')) ||
      !/^\d+$/.test(textOf(raw, 'Object ID'))
    )
      return 'shifted';
    const name = line(raw['Object Name']);
    const title = line(raw['Title']) || name;
    const dated = dateOf(
      cleaner.line(raw['Object Date'], 200),
      numberOf(raw['Object Begin Date']),
      numberOf(raw['Object End Date']),
      yearMax,
    );
    return makeRecord(
      {
        source: 'met',
        sourceId: textOf(raw, 'Object ID'),
        title,
        creators: creatorsOfMet(raw, line),
        date: dated.date,
        form: formOf(undefined, name, line(raw['Classification']), line(raw['Medium'])),
        medium: line(raw['Medium']),
        dimensions: cleaner.line(raw['Dimensions'], 300),
        classification: [name, line(raw['Classification']), line(raw['Department'])],
        subjects: textsOf(line(raw['Tags'])),
        culture: ['Culture', 'Period', 'Dynasty', 'Reign'].map((column) => line(raw[column])),
        places: ['City', 'State', 'County', 'Country', 'Region'].flatMap((column) =>
          textsOf(line(raw[column])),
        ),
        group: line(raw['Portfolio']),
        accession: textOf(raw, 'Object Number'),
        links: { page: cleaner.url(raw['Link Resource']) },
        mediaRights: byFlag(/^true$/i.test(textOf(raw, 'Is Public Domain'))),
        highlight: /^true$/i.test(textOf(raw, 'Is Highlight')),
      },
      cleaner,
    );
  },
};
