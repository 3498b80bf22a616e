/** Earliest possible year of a work; the latest is next year. */
export const YEAR_MIN = -10_000;

/** How exactly a date text determines the years of a work. */
export type DateCertainty = 'exact' | 'circa' | 'range' | 'before' | 'after' | 'century' | 'none';

/** A date as the source writes it, with its first and last year; null when unknown. */
export interface ArchiveDate {
  readonly text: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly certainty: DateCertainty;
}

/** A maker of a work; the name is without life dates and in reading order. */
export interface WorkCreator {
  readonly name: string;
  /** Name as "Surname, Given", when the source contains it. */
  readonly sortName?: string;
  readonly variants?: readonly string[];
  /** Role such as "after", "attributed to", "publisher"; empty for the main maker. */
  readonly role?: string;
  readonly birth?: number;
  readonly death?: number;
  readonly nationality?: string;
}

/** The five media types of Europeana. */
export type MediaType = 'IMAGE' | 'TEXT' | 'SOUND' | 'VIDEO' | '3D';

/** The URLs of a work (http or https) as its source states them. It is not checked that they work. */
export interface RecordLinks {
  readonly page?: string;
  readonly image?: string;
  readonly thumbnail?: string;
  readonly iiif?: string;
}

/** A geographic point in degrees. */
export interface GeoPoint {
  readonly lat: number;
  readonly lng: number;
}

/**
 * A normalised record of the archive: one work, whatever its source. Empty members are left out. Institution, source name,
 * attribution and quality are derived from it.
 */
export interface ArchiveRecord {
  /** `source:local id`; the local id contains letters, digits, `_` and `-` only. */
  readonly id: string;
  readonly source: string;
  /** The id as written in the source. */
  readonly sourceId: string;
  readonly title: string;
  readonly titleKind: 'given' | 'placeholder';
  readonly altTitles?: readonly string[];
  readonly creators: readonly WorkCreator[];
  readonly date: ArchiveDate;
  readonly type: MediaType;
  /** One of FORMS; empty when unknown. */
  readonly form: string;
  readonly medium?: string;
  readonly dimensions?: string;
  /** Class and object names as written in the source. */
  readonly classification?: readonly string[];
  readonly subjects?: readonly string[];
  readonly movements?: readonly string[];
  /** Culture, period, dynasty or style. */
  readonly culture?: readonly string[];
  readonly places?: readonly string[];
  readonly geo?: GeoPoint;
  /** Series, portfolio or album to which the work belongs. */
  readonly group?: string;
  readonly description?: string;
  /** BCP 47 language codes from the source. */
  readonly language?: readonly string[];
  /** True when the language was detected from the title. */
  readonly languageGuessed?: boolean;
  readonly accession?: string;
  /** Present only for records from an operator's mapping. */
  readonly institution?: string;
  readonly links: RecordLinks;
  /** URI of the rights statement for the media. The metadata of all built-in sources is CC0. */
  readonly mediaRights: string;
  readonly highlight?: boolean;
}
