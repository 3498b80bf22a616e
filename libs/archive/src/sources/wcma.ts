import { dateOf } from '../record/dates.ts';
import { type WorkKindName, formOf } from '../record/forms.ts';
import { makeRecord } from '../record/make-record.ts';
import { parseName, peopleOfUnknown } from '../record/names.ts';
import { IN_COPYRIGHT, NOT_EVALUATED } from '../record/rights.ts';
import {
  groupInTitle,
  numberOf,
  type RawRecord,
  type RecordSource,
  textOf,
  textsOf,
} from './source.ts';

const WCMA_FORMS: Readonly<Record<string, WorkKindName>> = {
  'WCMA-PRINTS': 'print',
  'WCMA-PHOTO': 'photograph',
  'WCMA-DRAWING': 'drawing',
  'WCMA-PAINTING': 'painting',
  'WCMA-SCULPTURE': 'sculpture',
};
const CLASS_WORDS: Readonly<Record<string, string>> = {
  'WCMA-ANCIENT': 'ancient',
  'WCMA-DEC ARTS': 'decorative arts',
  'WCMA-EASTERN': 'Asian',
  'WCMA-AFRICAN': 'African',
  'WCMA-AMERINDIAN': 'Native American',
  'WCMA-PACIFIC': 'Pacific',
};

/** Returns the years of a record. Some rows contain centuries (20 for "20th century") and 0 for an unknown year. */
function years(raw: RawRecord): [number | null, number | null] {
  const from = numberOf(raw['creation_date_earliest']);
  const to = numberOf(raw['creation_date_latest']);
  const empty =
    (from === 0 && to === 0) ||
    (from !== null &&
      to !== null &&
      from > 0 &&
      to <= 21 &&
      /centur/i.test(textOf(raw, 'creation_date')));
  return empty ? [null, null] : [from, to];
}

/** Returns the day on which the museum exported a record, which its later files contain in every row. */
function changedOn(raw: RawRecord): number | null {
  const day = textOf(raw, 'data_date').slice(0, 10);
  const time = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(time) ? null : Math.floor(time / 86_400_000);
}

/** Source: Williams College Museum of Art, JSON by object (2017), CSV (2019) or JSON array (2022). Member names differ. */
export const wcma: RecordSource = {
  name: 'wcma',
  dataset: 'Williams College Museum of Art Collection',
  institution: 'Williams College Museum of Art, Williamstown',
  shapes: [
    [
      'id',
      'accession_number',
      'title',
      'maker',
      'classification',
      'object_name',
      'creation_date_earliest',
      'source_name',
    ],
  ],
  idOf: (raw) => textOf(raw, 'id'),
  changedOn,
  map: (raw, { cleaner, yearMax }) => {
    const title = cleaner.line(raw['title']);
    const medium = cleaner.line(raw['medium']);
    const kind = textOf(raw, 'classification');
    const names = textsOf(cleaner.line(raw['object_name'] ?? ''));
    const maker = cleaner.line(raw['maker'] ?? '');
    const nationality = textOf(raw, 'artistNationality');
    const creators = textsOf(maker, /\s*[;|]\s*/).flatMap((name) => {
      const creator = parseName(name, nationality === '' ? {} : { nationality });
      return creator === null ? [] : [creator];
    });
    const dated = dateOf(cleaner.line(raw['creation_date'], 200), ...years(raw), yearMax);
    if (dated.dropped) cleaner.note('date', textOf(raw, 'creation_date'), '');
    if (title === '' && creators.length === 0 && names.length === 0 && medium === '')
      return 'no_content';
    return makeRecord(
      {
        source: 'wcma',
        sourceId: textOf(raw, 'id'),
        title,
        creators,
        date: dated.date,
        form: formOf(undefined, names.join('; ')) || formOf(WCMA_FORMS[kind], medium, title),
        medium,
        dimensions: cleaner.line(raw['dimensions'], 300),
        classification: [...names, CLASS_WORDS[kind] ?? ''],
        culture: [
          cleaner.line(raw['culture'] ?? ''),
          cleaner.line(raw['period'] ?? ''),
          peopleOfUnknown(maker),
        ],
        group: cleaner.line(raw['portfolio'] ?? '') || groupInTitle(title),
        description: cleaner.text(
          textOf(raw, 'description', 'Description', 'publicCaption'),
          1_000,
        ),
        accession: textOf(raw, 'accession_number'),
        links: {},
        mediaRights: textOf(raw, 'copyright_holder') === '' ? NOT_EVALUATED : IN_COPYRIGHT,
      },
      cleaner,
    );
  },
};
