import { BoundedResultCache } from '../memo.ts';
import { dateOf } from '../record/dates.ts';
import { type WorkKindName, formOf, thingIn } from '../record/forms.ts';
import { makeRecord } from '../record/make-record.ts';
import { parseName, peopleOfUnknown } from '../record/names.ts';
import { NOT_EVALUATED } from '../record/rights.ts';
import type { WorkCreator } from '../record/archive-record.ts';
import {
  groupInTitle,
  numberOf,
  objectsOf,
  type RawRecord,
  type RecordSource,
  textOf,
} from './source.ts';

const CMOA_FORMS: Readonly<Record<string, WorkKindName>> = {
  prints: 'print',
  photographs: 'photograph',
  'Photographic Negative': 'photograph',
  paintings: 'painting',
  sculpture: 'sculpture',
  Ceramics: 'ceramic',
  Glass: 'glass',
  Metals: 'metalwork',
  Textiles: 'textile',
  'textile art': 'textile',
  costume: 'costume',
  furniture: 'furniture',
  films: 'film',
  Video: 'video',
  'video art': 'video',
  'sound art': 'recording',
  books: 'book',
  collages: 'collage',
  installations: 'installation',
  'architectural models': 'model',
  'architectural drawings': 'architecture',
  'weapons and ammunition': 'arms',
  crèches: 'sculpture',
};

/** Returns the year of an ISO date, which may be negative (BC); null for another text. */
function cmoaYear(value: unknown): number | null {
  const found = typeof value === 'string' ? /^(-?\d{1,6})(?:-\d{2}-\d{2})?$/.exec(value) : null;
  return found === null ? null : numberOf(found[1]);
}

function creatorsOfCmoa(raw: RawRecord): WorkCreator[] {
  return objectsOf(raw['creator']).flatMap((one) => {
    const facts = MAKER_FACTS.map((name) => textOf(one, name)).join('\n');
    const [birth, death] = [cmoaYear(one['birth_date']), cmoaYear(one['death_date'])];
    const key = `${facts}\n${birth ?? ''}\n${death ?? ''}`;
    return makersOfCmoa.get(key, () => readCmoaMaker(one, birth, death)) ?? [];
  });
}

/** Returns the peoples and places of makers without a name: "unknown Italian, Naples". */
function culturesOfCmoa(raw: RawRecord): string[] {
  return objectsOf(raw['creator']).flatMap((one) => {
    const people = peopleOfUnknown(textOf(one, 'full_name', 'cited_name'));
    return people === '' ? [] : people.split(/,\s*/);
  });
}

/** Cache of parsed makers, because a museum has many works by the same maker. */
const makersOfCmoa = new BoundedResultCache<WorkCreator | null>(20_000);
const MAKER_FACTS = ['full_name', 'cited_name', 'nationality', 'role'] as const;

function readCmoaMaker(
  one: RawRecord,
  birth: number | null,
  death: number | null,
): WorkCreator | null {
  const nationality = textOf(one, 'nationality');
  const parsed = parseName(textOf(one, 'full_name', 'cited_name'), {
    ...(birth === null ? {} : { birth }),
    ...(death === null ? {} : { death }),
    ...(nationality === '' ? {} : { nationality }),
  });
  if (parsed === null) return null;
  const sortName = textOf(one, 'cited_name');
  const role = textOf(one, 'role');
  return {
    ...parsed,
    ...(sortName === '' || sortName === parsed.name ? {} : { sortName }),
    ...(role === '' || /^(?:artist|creator)$/i.test(role) ? {} : { role: role.toLowerCase() }),
  };
}

function formOfCmoa(raw: RawRecord, title: string, medium: string): WorkKindName | '' {
  const kind = textOf(raw, 'classification');
  const isApplied = textOf(raw, 'department').startsWith('Decorative Arts');
  // The class "Metals" names a material, so the title decides first: a table of metal is furniture.
  if (isApplied && (CMOA_FORMS[kind] ?? 'metalwork') === 'metalwork') {
    const thing = thingIn(title);
    if (thing !== '') return thing;
  }
  return formOf(
    CMOA_FORMS[kind],
    /drawings and watercolors/.test(kind) ? `${medium} drawing` : medium,
    kind,
    title,
  );
}

function isNegative(raw: RawRecord): boolean {
  return textOf(raw, 'classification') === 'Photographic Negative';
}

const SHAPE = [
  'id',
  'title',
  'accession_number',
  'creation_date',
  'creation_date_earliest',
  'creator',
  'web_url',
] as const;

function source(name: 'cmoa' | 'teenie', dataset: string): RecordSource {
  return {
    name,
    dataset,
    institution: 'Carnegie Museum of Art, Pittsburgh',
    shapes: [SHAPE],
    owns: (raw) => isNegative(raw) === (name === 'teenie'),
    idOf: (raw) => textOf(raw, 'id'),
    map: (raw, { cleaner, yearMax }) => {
      const title = cleaner.line(raw['title']);
      const medium = cleaner.line(raw['medium']);
      const kind = textOf(raw, 'classification');
      const [from, to] = [
        cmoaYear(raw['creation_date_earliest']),
        cmoaYear(raw['creation_date_latest']),
      ];
      const dated = dateOf(cleaner.line(raw['creation_date'], 200), from, to, yearMax);
      if (dated.dropped) cleaner.note('date', `${from ?? ''}..${to ?? ''}`, '');
      const image = cleaner.url(objectsOf(raw['images'])[0]?.['image_url']);
      const creators = creatorsOfCmoa(raw);
      return makeRecord(
        {
          source: name,
          // The museum's own ids have the form `cmoa:things/<guid>`; the whole text is the id.
          sourceId: textOf(raw, 'id'),
          title,
          creators,
          date: dated.date,
          form: formOfCmoa(raw, title, medium),
          medium,
          culture: culturesOfCmoa(raw),
          classification: [kind, textOf(raw, 'department')],
          group: groupInTitle(title),
          accession: textOf(raw, 'accession_number'),
          links: { page: cleaner.url(raw['web_url']), image },
          mediaRights: NOT_EVALUATED,
        },
        cleaner,
      );
    },
  };
}

/** Source: Carnegie Museum of Art, Pittsburgh, one JSON file per work. */
export const cmoa = source('cmoa', 'Carnegie Museum of Art Collection');
/** Source: Teenie Harris Archive of the Carnegie Museum of Art, one JSON file per photographic negative. */
export const teenie = source('teenie', 'Teenie Harris Archive, Carnegie Museum of Art');
