import { z } from 'zod';
import { dateOf } from '../record/dates.ts';
import { formOf } from '../record/forms.ts';
import { makeRecord } from '../record/make-record.ts';
import { parseName } from '../record/names.ts';
import { rightsFromWords } from '../record/rights.ts';
import { isObject, numberOf, type RawRecord, type Source, textsOf } from './source.ts';

const path = z.string().min(1).max(200);

/** A mapping file: the path of each fact in a record (such as `artist.name`), and the facts common to all records. */
export const genericMapping = z.strictObject({
  source: z.string().regex(/^[a-z][a-z0-9-]{1,30}$/),
  dataset: z.string().min(1).max(200),
  institution: z.string().min(1).max(200),
  /** URI of the rights statement for all media; not evaluated when absent. */
  rights: z.string().max(200).optional(),
  fields: z.strictObject({
    id: path,
    title: path,
    creator: path.optional(),
    date: path.optional(),
    year_from: path.optional(),
    year_to: path.optional(),
    medium: path.optional(),
    dimensions: path.optional(),
    classification: path.optional(),
    subjects: path.optional(),
    place: path.optional(),
    culture: path.optional(),
    group: path.optional(),
    description: path.optional(),
    language: path.optional(),
    accession: path.optional(),
    page: path.optional(),
    image: path.optional(),
    rights: path.optional(),
  }),
});
export type GenericMapping = z.infer<typeof genericMapping>;

function at(raw: RawRecord, place: string | undefined): unknown {
  if (place === undefined) return undefined;
  if (Object.hasOwn(raw, place)) return raw[place];
  return place
    .split('.')
    .reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), raw);
}

function scalar(value: unknown): string {
  if (Array.isArray(value)) return scalar(value[0]);
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** Makes the source of an operator's mapping file. */
export function genericSource(mapping: GenericMapping): Source {
  const { fields } = mapping;
  const text = (raw: RawRecord, name: keyof GenericMapping['fields']): string =>
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
      const { date } = dateOf(
        cleaner.line(text(raw, 'date'), 200),
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
          form: formOf(undefined, kinds.join('; '), medium),
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
