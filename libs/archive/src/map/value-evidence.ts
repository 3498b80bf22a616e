import { fold } from '@bridge/search/documents';
import { httpUrl } from '../record/clean.ts';
import { worldDate } from '../record/world-dates.ts';
import { formOf } from '../record/forms.ts';
import { NOT_EVALUATED, rightsFromWords } from '../record/rights.ts';
import type { MappingFieldName } from './field-names.ts';
import type { PathValuesSample } from './record-paths.ts';

/** A function that returns the share (0 to 1) of a path's values that have the typical form of one field, such as a date. */
type FieldValueScorer = (sample: PathValuesSample, records: number) => number;

const YEAR = /^-?\d{3,4}$/;
const YEAR_MAX = 2_100;
const IMAGE = /\.(?:jpe?g|png|tiff?|webp|gif)(?:$|[?#])|\/full\/[^/]+\/\d+\/|\biiif\b|thumb/i;
const RIGHTS =
  /^(?:cc0|cc[- ]by|pdm|public domain|gemeinfrei|domaine public|dominio pubblico|pubblico dominio|dominio publico|publiek domein|domena publiczna|in copyright|©|copyright|all rights reserved|tous droits|alle rechte|urheberrecht|no known copyright)|rightsstatements\.org|creativecommons\.org/;
const SIZE = /\d+(?:[.,]\d+)?\s*(?:(?:x|×|by)\s*\d|(?:cm|mm|m|in|inches|kg|g)\b)/i;
const LANGUAGE = /^(?:[a-z]{2,3})(?:-[A-Za-z]{2,4})?$/;
const SORTED_NAME = /^\p{Lu}[\p{L}'’. -]+, \p{Lu}[\p{L}'’. -]+(?:\s*\(.*\))?$/u;
const NAME =
  /^(?:\p{Lu}[\p{L}'’.-]*|van|von|de|der|den|di|da|du|la|le|del|della|zu|ten|ter)(?:\s(?:\p{Lu}[\p{L}'’.-]*|van|von|de|der|den|di|da|du|la|le|del|della|zu|ten|ter)){1,5}(?:\s*\(.*\))?$/u;
/** Matches names of materials and techniques in several languages, in lower case and without accents. */
const MEDIUM =
  /\b(?:oil|ol|huile|oleo|olio|olieverf|canvas|leinwand|toile|lienzo|tela|doek|paper|papier|papel|carta|wood|holz|bois|madera|legno|hout|bronze|bronce|bronzo|brons|marble|marmor|marbre|marmol|marmo|silver|silber|argent|plata|argento|zilver|gold|or|oro|goud|iron|eisen|fer|hierro|ferro|clay|ton|terracotta|terrakotta|terre cuite|porcelain|porzellan|porcelaine|porcelana|glass|glas|verre|vidrio|vetro|lithograph\w*|etching|radierung|eau-forte|aguafuerte|acquaforte|ets|engraving|kupferstich|gravure|grabado|woodcut|holzschnitt|xylogra\w*|gelatin|silbergelatine|albumen|albumin\w*|watercolou?r|aquarell\w*|acuarela|ink|tinte|tusche|encre|tinta|pencil|bleistift|crayon|lapiz|chalk|kreide|textile|cotton|baumwolle|coton|silk|seide|soie|seda|wool|wolle|laine|lana|stone|stein|pierre|piedra|pietra|leather|leder|cuir)\b/;

function share(values: readonly string[], test: (value: string) => boolean): number {
  if (values.length === 0) return 0;
  return values.filter(test).length / values.length;
}

/** Returns the number of different values divided by the number of values: 1 when all are different. */
export function variety({ values }: PathValuesSample): number {
  return values.length === 0 ? 0 : new Set(values).size / values.length;
}

function meanLength({ values }: PathValuesSample): number {
  return values.reduce((sum, value) => sum + value.length, 0) / Math.max(1, values.length);
}

function isYear(value: string): boolean {
  return YEAR.test(value) && Number(value) <= YEAR_MAX;
}

function isAddress(value: string): boolean {
  return httpUrl(value) !== '';
}

/** Minimum share of records that must have a value of their own at the path of an id. */
const UNIQUE_MIN = 0.85;

/** True when nearly every record has a value at this path that no other record has, as an id requires. */
export function isUnique({ values, filled, isList }: PathValuesSample, records: number): boolean {
  return (
    !isList && filled >= UNIQUE_MIN * records && new Set(values).size >= UNIQUE_MIN * values.length
  );
}

const identifier: FieldValueScorer = (sample, records) =>
  isUnique(sample, records) &&
  share(sample.values, (value) => !/\s/.test(value)) > 0.95 &&
  meanLength(sample) <= 60
    ? share(sample.values, (value) => /\d/.test(value) && !isAddress(value))
    : 0;

const prose: FieldValueScorer = (sample) =>
  meanLength(sample) > 120 ? 1 : meanLength(sample) > 60 ? 0.5 : 0;

/** For each field of a mapping, the function that rates values at a path. Fields without one are proposed by names only. */
export const EVIDENCE: Readonly<Partial<Record<MappingFieldName, FieldValueScorer>>> = {
  id: identifier,
  title: (sample) => {
    const length = meanLength(sample);
    const words = share(sample.values, (value) => /\p{L}{2}/u.test(value) && !isAddress(value));
    return length >= 5 && length <= 150 ? words * Math.min(1, 1.3 * variety(sample)) : words * 0.3;
  },
  creator: ({ values }) => share(values, (value) => SORTED_NAME.test(value) || NAME.test(value)),
  date: ({ values }) =>
    share(values, (value) => value.length <= 80 && worldDate(value, YEAR_MAX).from !== null),
  year_from: ({ values }) => share(values, isYear),
  year_to: ({ values }) => share(values, isYear),
  medium: ({ values }) => share(values, (value) => MEDIUM.test(fold(value))),
  dimensions: ({ values }) => share(values, (value) => SIZE.test(value)),
  classification: (sample) => share(sample.values, (value) => formOf(undefined, value) !== ''),
  subjects: (sample) =>
    sample.isList || share(sample.values, (value) => /[;|]/.test(value)) > 0.3 ? 1 : 0.4,
  description: prose,
  language: (sample) =>
    new Set(sample.values).size <= 40 ? share(sample.values, (value) => LANGUAGE.test(value)) : 0,
  accession: (sample) =>
    0.9 *
    variety(sample) *
    share(sample.values, (value) => /\d/.test(value) && value.length <= 40 && !isAddress(value)),
  // A URL that many records have is that of a term, licence or person, not of the work.
  page: (sample) =>
    sample.isList
      ? 0
      : variety(sample) * share(sample.values, (value) => isAddress(value) && !IMAGE.test(value)),
  image: ({ values }) => share(values, (value) => isAddress(value) && IMAGE.test(value)),
  rights: ({ values }) =>
    share(values, (value) => RIGHTS.test(fold(value)) || rightsFromWords(value) !== NOT_EVALUATED),
};

/** Fields of a mapping whose values have a typical form. A path with a matching name but other values is not proposed. */
export const TYPED: ReadonlySet<MappingFieldName> = new Set<MappingFieldName>([
  'year_from',
  'year_to',
  'page',
  'image',
  'language',
]);
/** Fields of a mapping for which a path can be proposed by its values alone, whatever its name is. */
export const BY_VALUES: ReadonlySet<MappingFieldName> = new Set<MappingFieldName>([
  'id',
  'creator',
  'date',
  'medium',
  'dimensions',
  'description',
  'page',
  'image',
  'rights',
]);
