import type { RawRecord } from '../sources/source.ts';
import { elementText, listOf, textAt } from './elements.ts';
import { isImageAddress, type ExtractedWorkFacts } from './work-facts.ts';

/** Names of the fifteen Dublin Core elements. */
const ELEMENTS: ReadonlySet<string> = new Set([
  ...['contributor', 'coverage', 'creator', 'date', 'description', 'format', 'identifier'],
  ...['language', 'publisher', 'relation', 'rights', 'source', 'subject', 'title', 'type'],
]);
/** Matches a prefixed element name: `dc:title`, `dc.title[en]`, `dcterms.created`, `Dublin Core:Title`. */
const PREFIXED = /^(?:dc|dcterms|dublin core)\s*[:.]\s*([a-z]+(?:\.[a-z]+)?)(?:\[[^\]]*\])?$/i;
/** Names of `dcterms` terms, each with the Dublin Core element that it refines. */
const REFINED: Readonly<Record<string, string>> = {
  alternative: 'title.alternative',
  created: 'date.created',
  issued: 'date.issued',
  abstract: 'description.abstract',
  extent: 'format.extent',
  medium: 'format.medium',
  spatial: 'coverage.spatial',
  temporal: 'coverage.temporal',
  ispartof: 'relation.ispartof',
  license: 'rights.license',
};
/** Separators between several values in one table cell. */
const CELL_SEPARATOR = /\s*(?:\|\||[|;])\s*/;
/** Elements whose table cells are split into several values. Titles and descriptions are not: they contain semicolons. */
const SEPARATED = /^(?:creator|contributor|subject|type|language|coverage|identifier)\b/;
/** If a table has these columns, and all columns are Dublin Core elements without a prefix, it is a Dublin Core table. */
const PLAIN_COLUMNS = ['title', 'identifier'];

/** Returns the Dublin Core element of a column or XML element, such as `date.created`; null for other names. */
function elementNamed(name: string): string | null {
  const element = PREFIXED.exec(name.trim())?.[1]?.toLowerCase();
  return element === undefined ? null : (REFINED[element] ?? element);
}

/** Names of XML elements that contain a Dublin Core record. */
const DUBLIN_CORE_RECORDS: ReadonlySet<string> = new Set(['oai_dc:dc', 'srw_dc:dc']);

/** True for a record in Dublin Core. */
export function isDublinCore(raw: RawRecord): boolean {
  if (DUBLIN_CORE_RECORDS.has(textAt(raw, '#name'))) return true;
  return isDublinCoreTable(Object.keys(raw).filter((name) => !/^[#@]/.test(name)));
}

/** True when these are column names of a Dublin Core table. */
export function isDublinCoreTable(names: readonly string[]): boolean {
  const elements = names.flatMap((name) => elementNamed(name) ?? []);
  if (elements.some((element) => element.startsWith('title')) && elements.length >= 2) return true;
  const plain = names.map((name) => name.trim().toLowerCase());
  return (
    PLAIN_COLUMNS.every((name) => plain.includes(name)) && plain.every((name) => ELEMENTS.has(name))
  );
}

/** The values of one record by Dublin Core element, such as `title` or `date.created`. */
type DublinCoreValues = ReadonlyMap<string, readonly string[]>;

/** Returns the values of a record by Dublin Core element. Names lose prefix and language: `dc:title[en]` becomes `title`. */
function valuesOf(raw: RawRecord): DublinCoreValues {
  const isTable = raw['#name'] === undefined;
  const values = new Map<string, string[]>();
  for (const [name, value] of Object.entries(raw)) {
    const plain = name.trim().toLowerCase();
    const element = elementNamed(name) ?? (isTable && ELEMENTS.has(plain) ? plain : null);
    if (element === null) continue;
    const texts = listOf(value).map(elementText);
    const split =
      isTable && SEPARATED.test(element)
        ? texts.flatMap((text) => text.split(CELL_SEPARATOR))
        : texts;
    values.set(element, [...(values.get(element) ?? []), ...split.filter((text) => text !== '')]);
  }
  return values;
}

function get(values: DublinCoreValues, ...elements: readonly string[]): string[] {
  return elements.flatMap((element) => values.get(element) ?? []);
}

/** Dublin Core elements whose values name the makers of a work. */
const MAKERS = ['creator', 'contributor.author', 'contributor.artist', 'contributor.creator'];
const MIME = /^[a-z]+\/[\w.+-]+$/i;
const EXTENT = /\d\s*(?:x|×|cm|mm|in\b|p\.|pages)/i;

/** Extracts the facts of a work from a Dublin Core record, which is XML or a table row. */
export function dublinCoreFacts(raw: RawRecord): ExtractedWorkFacts {
  const values = valuesOf(raw);
  const identifiers = get(values, 'identifier', 'identifier.uri');
  const dates = get(values, 'date.created', 'date.issued', 'date');
  const formats = get(values, 'format.medium', 'format').filter((text) => !MIME.test(text));
  return {
    id: identifiers.find((text) => !/^https?:/i.test(text)) ?? identifiers[0] ?? '',
    titles: get(values, 'title', 'title.alternative'),
    makers: [
      ...get(values, ...MAKERS).map((name) => ({ name })),
      ...get(values, 'contributor').map((name) => ({ name, role: 'contributor' })),
      ...get(values, 'publisher').map((name) => ({ name, role: 'publisher' })),
    ],
    // Repositories also list the time at which the record was added. It contains a time of day, so it is not the date of the
    // work.
    date: dates.find((text) => !/T\d\d:/.test(text)) ?? dates[0]?.slice(0, 10) ?? '',
    medium: formats.filter((text) => !EXTENT.test(text)).join('; '),
    dimensions: [
      ...get(values, 'format.extent'),
      ...formats.filter((text) => EXTENT.test(text)),
    ].join('; '),
    kinds: get(values, 'type').map((text) =>
      text.replace(/^http:\/\/purl\.org\/dc\/dcmitype\//, ''),
    ),
    subjects: get(values, 'subject').flatMap((text) => text.split(/\s*;\s*/)),
    places: get(values, 'coverage.spatial', 'coverage').filter((text) => !/\d/.test(text)),
    group: get(values, 'relation.ispartof').find((text) => !/^https?:/i.test(text)) ?? '',
    description: get(values, 'description.abstract', 'description')[0] ?? '',
    languages: get(values, 'language', 'language.iso'),
    page: identifiers.find((text) => /^https?:/i.test(text) && !isImageAddress(text)) ?? '',
    image: [...identifiers, ...get(values, 'relation')].find(isImageAddress) ?? '',
    rights: get(values, 'rights.license', 'rights', 'rights.uri'),
  };
}
