import { z } from 'zod';
import { dateWithYears } from '../record/dates.ts';
import { makeRecord } from '../record/make-record.ts';
import { parseName } from '../record/names.ts';
import { rightsFromWords } from '../record/rights.ts';
import { worldDate } from '../record/world-dates.ts';
import { worldForm } from '../record/world-forms.ts';
import { isObject, numberOf, type RawRecord, type RecordSource, textsOf } from './source.ts';

const path = z.string().min(1).max(200);

/**
 * Makes the schema of one member of `fields` in a mapping file: the path of a fact in a record. The mapping reference shows
 * `meaning`.
 */
function fact(meaning: string): z.ZodOptional<z.ZodString> {
  return path.describe(meaning).optional();
}

/** Schema of a mapping file: the path of each fact in a record (such as `artist.name`), and facts common to all records. */
export const genericMapping = z.strictObject({
  source: z
    .string()
    .regex(/^[a-z][a-z0-9-]{1,30}$/)
    .describe('Short name of the collection. It begins the ids, and `source:` filters by it.'),
  dataset: z.string().min(1).max(200).describe('Name of the dataset.'),
  institution: z.string().min(1).max(200).describe('Institution, as an attribution names it.'),
  rights: z
    .string()
    .max(200)
    .describe('URI of the rights statement for all media. Without it the rights are not evaluated.')
    .optional(),
  fields: z.strictObject({
    id: path.describe('Id of the record in the collection; stable over imports.'),
    title: path.describe('Title. A record without one is not imported.'),
    creator: fact(
      'Makers: a text, or a list. "Surname, Given" and life dates in brackets are read.',
    ),
    date: fact('Date as the collection writes it: "about 1890", "1880s", "19th century".'),
    year_from: fact('First year as a number, where the collection has one.'),
    year_to: fact('Last year as a number.'),
    medium: fact('Material and technique.'),
    dimensions: fact('Dimensions, as text.'),
    classification: fact('Kind of object: a text, or a list. With `medium` it decides the form.'),
    subjects: fact('Subjects: a text with semicolons, or a list.'),
    place: fact('Places of origin.'),
    culture: fact('Cultures, periods, dynasties or styles.'),
    group: fact('Series, portfolio or album. Its works are folded as near-duplicates.'),
    description: fact('Description: the first 1,000 characters, only where its licence is free.'),
    language: fact('Language of the title, as a code: en, fr.'),
    accession: fact('Accession number. Search finds it exactly.'),
    page: fact('Address of the page, http or https.'),
    image: fact('Address of a picture, http or https.'),
    rights: fact('Rights statement of the record: a URI, or words such as "Public domain".'),
  }),
});
/** An operator's mapping: for each fact that the archive stores (such as the title) its path in the operator's records. */
export type OperatorRecordMapping = z.infer<typeof genericMapping>;

function at(raw: RawRecord, place: string | undefined): unknown {
  if (place === undefined) return undefined;
  if (Object.hasOwn(raw, place)) return raw[place];
  return place.split('.').reduce<unknown>(member, raw);
}

/** Returns the member `name` of an object; of a list, that of each object in it. */
function member(value: unknown, name: string): unknown {
  if (Array.isArray(value)) return value.flatMap((one) => member(one, name) ?? []);
  return isObject(value) ? value[name] : undefined;
}

function scalar(value: unknown): string {
  if (Array.isArray(value)) return scalar(value[0]);
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** Makes the source whose records are read as an operator's mapping file describes. */
export function genericSource(mapping: OperatorRecordMapping): RecordSource {
  const { fields } = mapping;
  const text = (raw: RawRecord, name: keyof OperatorRecordMapping['fields']): string =>
    scalar(at(raw, fields[name]));
  return {
    name: mapping.source,
    dataset: mapping.dataset,
    institution: mapping.institution,
    shapes: [],
    idOf: (raw) => text(raw, 'id'),
    map: (raw, { cleaner, yearMax }) => {
      const title = cleaner.line(text(raw, 'title'));
      if (title === '') return 'no_content';
      const medium = cleaner.line(text(raw, 'medium'));
      const kinds = textsOf(at(raw, fields.classification)).map((kind) => cleaner.line(kind));
      const creators = textsOf(at(raw, fields.creator)).flatMap(
        (name) => parseName(cleaner.line(name)) ?? [],
      );
      const { date } = dateWithYears(
        worldDate(cleaner.line(text(raw, 'date'), 200), yearMax),
        numberOf(at(raw, fields.year_from)),
        numberOf(at(raw, fields.year_to)),
        yearMax,
      );
      return makeRecord(
        {
          source: mapping.source,
          sourceId: text(raw, 'id'),
          title,
          creators,
          date,
          form: worldForm(kinds, medium),
          medium,
          dimensions: cleaner.line(text(raw, 'dimensions'), 300),
          classification: kinds,
          subjects: textsOf(at(raw, fields.subjects)).map((word) => cleaner.line(word)),
          places: textsOf(at(raw, fields.place)).map((word) => cleaner.line(word)),
          culture: textsOf(at(raw, fields.culture)).map((word) => cleaner.line(word)),
          group: cleaner.line(text(raw, 'group')),
          description: cleaner.text(text(raw, 'description'), 1_000),
          language: textsOf(at(raw, fields.language)),
          accession: text(raw, 'accession'),
          institution: mapping.institution,
          links: { page: cleaner.url(text(raw, 'page')), image: cleaner.url(text(raw, 'image')) },
          mediaRights: rightsFromWords(text(raw, 'rights') || (mapping.rights ?? '')),
        },
        cleaner,
      );
    },
  };
}
