import { createHash } from 'node:crypto';
import type { ArchiveRecord, Creator, MediaType } from '../record/archive-record.ts';
import { dateOf } from '../record/dates.ts';
import { formOf } from '../record/forms.ts';
import { makeRecord } from '../record/make-record.ts';
import { parseBio, parseName } from '../record/names.ts';
import { NOT_EVALUATED, rightsFromWords } from '../record/rights.ts';
import type { MappingTools, RejectReason } from '../sources/source.ts';

/** A maker as a standard format names it. */
export interface MakerFacts {
  readonly name: string;
  /** Empty for the maker. */
  readonly role?: string;
  /** Nationality and life dates in words: "American, 1819-1892". */
  readonly bio?: string;
}

/** The facts of one work, as every standard format gives them: texts as they were found, still to be cleaned. */
export interface WorkFacts {
  readonly id: string;
  /** The first one is the title; the others are alternatives. */
  readonly titles: readonly string[];
  readonly makers: readonly MakerFacts[];
  readonly date: string;
  /** Years; null when the record has none as numbers. */
  readonly from?: number | null;
  readonly to?: number | null;
  readonly type?: MediaType | undefined;
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
  /** Rights statements of the media: URIs or words. */
  readonly rights: readonly string[];
}

/** The collection that the records of a file belong to. */
export interface Collection {
  /** Name in ids and filters: lower-case letters, digits, `-`. */
  readonly name: string;
  /** The institution of records that name none. */
  readonly institution: string;
  /** True for records of OAI-PMH, which may be deletions. */
  readonly isHarvested: boolean;
}

const ID_CHARS_MAX = 120;
const DATE_CHARS_MAX = 200;
const DIMENSIONS_CHARS_MAX = 300;
const DESCRIPTION_CHARS_MAX = 1_000;
/** Values of one list that are read: hostile records have more. */
const FACT_VALUES_MAX = 100;
const FACT_CHARS_MAX = 300;

/** An id that begins with an address, without its scheme. A longer one ends with a hash, so that two never become one. */
export function sourceIdOf(id: string): string {
  const short = id.trim().replace(/^https?:\/\//i, '');
  if (short.length <= ID_CHARS_MAX) return short;
  return `${short.slice(0, ID_CHARS_MAX - 41)}-${createHash('sha1').update(short).digest('hex')}`;
}

/** The normalised record of the facts; the reason when there is too little. */
export function recordOfFacts(
  facts: WorkFacts,
  collection: Collection,
  { cleaner, yearMax }: MappingTools,
): ArchiveRecord | RejectReason {
  const lines = (values: readonly string[] | undefined): string[] =>
    (values ?? []).slice(0, FACT_VALUES_MAX).map((value) => cleaner.line(value, FACT_CHARS_MAX));
  const [title = '', ...altTitles] = facts.titles
    .slice(0, FACT_VALUES_MAX)
    .map((text) => cleaner.line(text).replace(/\s*[/:;=]$/, ''))
    .filter((text) => text !== '');
  if (title === '') return 'no_content';
  const medium = cleaner.line(facts.medium);
  const kinds = lines(facts.kinds);
  const { date } = dateOf(
    cleaner.line(facts.date, DATE_CHARS_MAX),
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
  { name, role, bio }: MakerFacts,
  line: (text: string) => string,
): readonly Creator[] {
  const creator = parseName(line(name), bio === undefined ? {} : parseBio(line(bio)));
  if (creator === null) return [];
  const ownRole = line(role ?? '') || (creator.role ?? '');
  return [{ ...creator, ...(ownRole === '' ? {} : { role: ownRole }) }];
}

/** The first rights statement that is known, an address in it before its words. */
function rightsOfTexts(texts: readonly string[]): string {
  for (const text of texts.slice(0, FACT_VALUES_MAX)) {
    const address = /https?:\/\/[^\s<>"')]+/.exec(text)?.[0];
    const uri = rightsFromWords(address ?? text.trim());
    if (uri !== NOT_EVALUATED) return uri;
  }
  return NOT_EVALUATED;
}

/** Codes of languages as BCP 47 writes them: "ger" and "deu" become "de"; names of languages are left out. */
function languageCodes(texts: readonly string[]): string[] {
  return texts.slice(0, FACT_VALUES_MAX).flatMap((text) => {
    const code = text.trim().replaceAll('_', '-');
    if (!/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(code)) return [];
    return NO_LANGUAGE.has(code.toLowerCase()) ? [] : (Intl.getCanonicalLocales(code)[0] ?? []);
  });
}

/** Codes that name no language: none, several, undetermined, not coded. */
const NO_LANGUAGE: ReadonlySet<string> = new Set(['zxx', 'mul', 'und', 'mis']);

/** The year of a date such as `1889-01-01T00:00:00Z` or `-0500`; null when there is none. */
export function yearOfIsoDate(text: string): number | null {
  const year = /^\s*(-?\d{1,6})(?:$|[-T/\s])/.exec(text)?.[1];
  return year === undefined ? null : Number(year);
}

/** True for an address of a picture by its ending. */
export function isImageAddress(text: string): boolean {
  return /^https?:\/\/\S+\.(?:jpe?g|png|gif|webp|tiff?)(?:\?\S*)?$/i.test(text);
}
