import { dateOf } from '../record/dates.ts';
import { formOf } from '../record/forms.ts';
import { makeRecord } from '../record/make-record.ts';
import { parseName } from '../record/names.ts';
import { NO_COPYRIGHT_US } from '../record/rights.ts';
import type { EuropeanaMediaType } from '../record/archive-record.ts';
import {
  isObject,
  numberOf,
  type RawRecord,
  type RecordSource,
  textOf,
  textsOf,
} from './source.ts';

const LANGUAGES: Readonly<Record<string, string>> = {
  English: 'en',
  French: 'fr',
  German: 'de',
  Italian: 'it',
  Spanish: 'es',
  Latin: 'la',
  Dutch: 'nl',
  Russian: 'ru',
  Portuguese: 'pt',
  Japanese: 'ja',
  Chinese: 'zh',
  Hebrew: 'he',
  Yiddish: 'yi',
  Arabic: 'ar',
  Greek: 'el',
  Polish: 'pl',
};
const TYPES: Readonly<Record<string, EuropeanaMediaType>> = {
  'still image': 'IMAGE',
  cartographic: 'IMAGE',
  text: 'TEXT',
  'mixed material': 'TEXT',
  'notated music': 'TEXT',
  'three dimensional object': '3D',
};

/** Returns the values of a member: a list of texts or objects in JSON lines, one text separated by bars in CSV. */
function values(raw: RawRecord, json: string, csv: string): string[] {
  const list = raw[json];
  if (!Array.isArray(list)) return textsOf(raw[csv] ?? list, /\s*\|\s*/);
  return list.flatMap((one) => {
    if (typeof one === 'string') return [one];
    if (typeof one === 'number') return [String(one)];
    return isObject(one) ? [textOf(one, 'text', 'contributorName')] : [];
  });
}

/** Source: New York Public Library, public-domain collections as JSON lines or CSV. */
export const nypl: RecordSource = {
  name: 'nypl',
  dataset: 'NYPL Digital Collections: public domain',
  institution: 'New York Public Library',
  shapes: [
    ['UUID', 'databaseID', 'title', 'resourceType', 'genre', 'digitalCollectionsURL'],
    ['UUID', 'Database ID', 'Title', 'Resource Type', 'Genre', 'Digital Collections URL'],
  ],
  idOf: (raw) => textOf(raw, 'UUID'),
  map: (raw, { cleaner, yearMax }) => {
    const title = cleaner.line(textOf(raw, 'title', 'Title')).replace(/\.$/, '');
    const genres = values(raw, 'genre', 'Genre').map((text) => cleaner.line(text));
    const kinds = values(raw, 'resourceType', 'Resource Type');
    const names = values(raw, 'contributor', 'Contributor');
    const from = numberOf(textOf(raw, 'dateStart', 'Date Start'));
    const to = numberOf(textOf(raw, 'dateEnd', 'Date End'));
    const words =
      from === null
        ? values(raw, 'date', 'Date').join(', ')
        : to === null || to === from
          ? String(from)
          : `${from}-${to}`;
    const dated = dateOf(cleaner.line(words, 200), from, to, yearMax);
    const subjects = [
      ['subjectTopical', 'Subject Topical'],
      ['subjectName', 'Subject Name'],
      ['subjectTemporal', 'Subject Temporal'],
      ['subjectTitle', 'Subject Title'],
    ].flatMap(([json = '', csv = '']) => values(raw, json, csv));
    const creators = [...new Set(names)].flatMap((name) => parseName(cleaner.line(name)) ?? []);
    if (title === '') return 'no_content';
    const type = TYPES[kinds[0] ?? ''];
    return makeRecord(
      {
        source: 'nypl',
        sourceId: textOf(raw, 'UUID'),
        title,
        altTitles: values(raw, 'alternativeTitle', 'Alternative Title').map((text) =>
          cleaner.line(text),
        ),
        creators,
        date: dated.date,
        form: formOf(
          undefined,
          genres.join('; '),
          kinds.includes('cartographic') ? 'map' : '',
          title,
        ),
        ...(type === undefined ? {} : { type }),
        classification: [...genres, ...kinds, 'collection'],
        subjects: subjects.map((text) => cleaner.line(text)),
        places: values(raw, 'subjectGeographic', 'Subject Geographic').map((text) =>
          cleaner.line(text),
        ),
        description: cleaner.text(values(raw, 'description', 'Description').join('\n'), 1_000),
        language: values(raw, 'language', 'Language').flatMap((name) => LANGUAGES[name] ?? []),
        accession: textOf(raw, 'identifierCallNumber', 'Identifier Call Number'),
        links: {
          page: cleaner.url(textOf(raw, 'digitalCollectionsURL', 'Digital Collections URL')),
        },
        mediaRights: NO_COPYRIGHT_US,
      },
      cleaner,
    );
  },
};
