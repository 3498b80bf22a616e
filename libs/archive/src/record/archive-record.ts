/** Earliest possible year of a work; the latest is next year. */
export const YEAR_MIN = -10_000;

/** How exactly a date text determines the years of a work. */
export type DateCertainty = 'exact' | 'circa' | 'range' | 'before' | 'after' | 'century' | 'none';

/** The date of a work: its text as the source writes it, and its first and last year; a year is null when unknown. */
export interface WorkDate {
  readonly text: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly certainty: DateCertainty;
}

/** A maker of a work, such as its artist. The name is in reading order ("Given Surname") and without life dates. */
export interface WorkCreator {
  readonly name: string;
  /** Name as "Surname, Given", when the source has this form. */
  readonly sortName?: string;
  readonly variants?: readonly string[];
  /** Role such as "after", "attributed to", "publisher"; empty for the main maker. */
  readonly role?: string;
  readonly birth?: number;
  readonly death?: number;
  readonly nationality?: string;
}

/** The media types of Europeana, a portal that collects records of museums and libraries. */
export type EuropeanaMediaType = 'IMAGE' | 'TEXT' | 'SOUND' | 'VIDEO' | '3D';

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
 * A record of the archive in normal form: one work, whatever its source. Empty members are left out. Source name, attribution
 * and quality are computed from the record when they are needed.
 */
export interface ArchiveRecord {
  /** `source:local id`; the local id is the id in the source, with letters, digits, `_` and `-` only. */
  readonly id: string;
  readonly source: string;
  /** The id as written in the source. */
  readonly sourceId: string;
  readonly title: string;
  readonly titleKind: 'given' | 'placeholder';
  readonly altTitles?: readonly string[];
  readonly creators: readonly WorkCreator[];
  readonly date: WorkDate;
  readonly type: EuropeanaMediaType;
  /** Form of the work, a name in FORMS such as `painting`; empty when unknown. */
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
  /** The institution that holds the work; absent for a built-in source, whose works are all in one institution. */
  readonly institution?: string;
  readonly links: RecordLinks;
  /** URI of the rights statement for the pictures and other media. The metadata of all built-in sources is CC0. */
  readonly mediaRights: string;
  readonly highlight?: boolean;
}
