import { hash } from 'node:crypto';
import type { ArchiveRecord, WorkCreator, EuropeanaMediaType } from '../record/archive-record.ts';
import { dateWithYears } from '../record/dates.ts';
import { formOf } from '../record/forms.ts';
import { makeRecord } from '../record/make-record.ts';
import { parseBio, parseName } from '../record/names.ts';
import { NOT_EVALUATED, rightsFromWords } from '../record/rights.ts';
import { worldDate } from '../record/world-dates.ts';
import type { TextCleanerAndLatestYear, RecordRejectionReason } from '../sources/source.ts';

/** A maker of a work, as a record of a standard format names it. */
export interface ExtractedMakerFacts {
  readonly name: string;
  /** Role of the maker; empty for the main maker. */
  readonly role?: string;
  /** Nationality and life dates as text: "American, 1819-1892". */
  readonly bio?: string;
}

/** The facts of one work, as extracted from a standard format and not yet cleaned. */
export interface ExtractedWorkFacts {
  readonly id: string;
  /** The title, followed by alternative titles. */
  readonly titles: readonly string[];
  readonly makers: readonly ExtractedMakerFacts[];
  readonly date: string;
  /** First and last year of the work (`from`, `to`); null when the record does not contain them as numbers. */
  readonly from?: number | null;
  readonly to?: number | null;
  readonly type?: EuropeanaMediaType | undefined;
  readonly medium?: string;
  readonly dimensions?: string;
  readonly kinds?: readonly string[];
  readonly subjects?: readonly string[];
  readonly movements?: readonly string[];
  readonly culture?: readonly string[];
  readonly places?: readonly string[];
  readonly group?: string;
  readonly description?: string;
  readonly languages?: readonly string[];
  readonly accession?: string;
  readonly institution?: string;
  readonly page?: string;
  readonly image?: string;
  readonly thumbnail?: string;
  readonly iiif?: string;
  /** Rights statements for the media of the work (such as pictures): URIs or texts. */
  readonly rights: readonly string[];
}

/** The collection to which the records of a file in a standard format belong. */
export interface MuseumCollection {
  /** Name in record ids and search filters: lower-case letters, digits, `-`. */
  readonly name: string;
  /** Institution of the records that name no institution. */
  readonly institution: string;
  /** True for records from a harvest (OAI-PMH). Some of them are only notices that a record was deleted. */
  readonly isHarvested: boolean;
}

const ID_CHARS_MAX = 120;
const DATE_CHARS_MAX = 200;
const DIMENSIONS_CHARS_MAX = 300;
const DESCRIPTION_CHARS_MAX = 1_000;
/** Maximum number of values that are read from one list. */
const FACT_VALUES_MAX = 100;
const FACT_CHARS_MAX = 300;

/** Shortens a record id: removes the scheme of a URL, and replaces the end of a long id with a hash. */
export function sourceIdOf(id: string): string {
  const short = id.trim().replace(/^https?:\/\//i, '');
  if (short.length <= ID_CHARS_MAX) return short;
  return `${short.slice(0, ID_CHARS_MAX - 41)}-${hash('sha1', short)}`;
}

/** Converts the facts of a work to an archive record; returns why the record is rejected when the facts are insufficient. */
export function recordOfFacts(
  facts: ExtractedWorkFacts,
  collection: MuseumCollection,
  { cleaner, yearMax }: TextCleanerAndLatestYear,
): ArchiveRecord | RecordRejectionReason {
  const lines = (values: readonly string[] | undefined): string[] =>
    (values ?? []).slice(0, FACT_VALUES_MAX).map((value) => cleaner.line(value, FACT_CHARS_MAX));
  const [title = '', ...altTitles] = facts.titles
    .slice(0, FACT_VALUES_MAX)
    .map((text) => cleaner.line(text).replace(/\s*[/:;=]$/, ''))
    .filter((text) => text !== '');
  if (title === '') return 'no_content';
  const medium = cleaner.line(facts.medium);
  const kinds = lines(facts.kinds);
  const { date } = dateWithYears(
    worldDate(cleaner.line(facts.date, DATE_CHARS_MAX), yearMax),
    facts.from ?? null,
    facts.to ?? null,
    yearMax,
  );
  return makeRecord(
    {
      source: collection.name,
      sourceId: facts.id,
      title,
      altTitles,
      creators: facts.makers
        .slice(0, FACT_VALUES_MAX)
        .flatMap((maker) => creatorOf(maker, (text) => cleaner.line(text, FACT_CHARS_MAX))),
      date,
      form: formOf(undefined, kinds.join('; '), medium),
      ...(facts.type === undefined ? {} : { type: facts.type }),
      medium,
      dimensions: cleaner.line(facts.dimensions, DIMENSIONS_CHARS_MAX),
      classification: kinds,
      subjects: lines(facts.subjects),
      movements: lines(facts.movements),
      culture: lines(facts.culture),
      places: lines(facts.places),
      group: cleaner.line(facts.group, FACT_CHARS_MAX),
      description: cleaner.text(facts.description, DESCRIPTION_CHARS_MAX),
      language: languageCodes(facts.languages ?? []),
      accession: cleaner.line(facts.accession, FACT_CHARS_MAX),
      institution: cleaner.line(facts.institution, FACT_CHARS_MAX) || collection.institution,
      links: {
        page: cleaner.url(facts.page),
        image: cleaner.url(facts.image),
        thumbnail: cleaner.url(facts.thumbnail),
        iiif: cleaner.url(facts.iiif),
      },
      mediaRights: rightsOfTexts(facts.rights),
    },
    cleaner,
  );
}

function creatorOf(
  { name, role, bio }: ExtractedMakerFacts,
  line: (text: string) => string,
): readonly WorkCreator[] {
  const creator = parseName(line(name), bio === undefined ? {} : parseBio(line(bio)));
  if (creator === null) return [];
  const ownRole = line(role ?? '') || (creator.role ?? '');
  return [{ ...creator, ...(ownRole === '' ? {} : { role: ownRole }) }];
}

/** Returns the first known rights statement as a URI. */
function rightsOfTexts(texts: readonly string[]): string {
  for (const text of texts.slice(0, FACT_VALUES_MAX)) {
    const uri = rightsFromWords(text);
    if (uri !== NOT_EVALUATED) return uri;
  }
  return NOT_EVALUATED;
}

/** Converts language codes to BCP 47 ("ger" and "deu" become "de") and drops other texts. */
function languageCodes(texts: readonly string[]): string[] {
  return texts.slice(0, FACT_VALUES_MAX).flatMap((text) => {
    const code = text.trim().replaceAll('_', '-');
    if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(code)) return [];
    return NO_LANGUAGE.has(code.toLowerCase()) ? [] : (Intl.getCanonicalLocales(code)[0] ?? []);
  });
}

/** Codes that do not name one language: none, several, undetermined, not coded. */
const NO_LANGUAGE: ReadonlySet<string> = new Set(['zxx', 'mul', 'und', 'mis']);

/** Returns the year of a date such as `1889-01-01T00:00:00Z` or `-0500`; null when there is none. */
export function yearOfIsoDate(text: string): number | null {
  const year = /^\s*(-?\d{1,6})(?:$|[-T/\s])/.exec(text)?.[1];
  return year === undefined ? null : Number(year);
}

/** True for a URL that ends like an image file. */
export function isImageAddress(text: string): boolean {
  return /^https?:\/\/\S+\.(?:jpe?g|png|gif|webp|tiff?)(?:\?\S*)?$/i.test(text);
}
