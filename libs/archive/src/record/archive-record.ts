/** The earliest possible year. The latest is next year. */
export const YEAR_MIN = -10_000;

/** The certainty of a date text's years. */
export type Certainty = 'exact' | 'circa' | 'range' | 'before' | 'after' | 'century' | 'none';

/** A date in the words of the source, with its years; null when they are unknown. */
export interface ArchiveDate {
  readonly text: string;
  readonly from: number | null;
  readonly to: number | null;
  readonly certainty: Certainty;
}

/** A maker: the name without life dates, in reading order. */
export interface Creator {
  readonly name: string;
  /** "Surname, Given", when the source gives it. */
  readonly sortName?: string;
  readonly variants?: readonly string[];
  /** "after", "attributed to", "publisher": empty for the maker. */
  readonly role?: string;
  readonly birth?: number;
  readonly death?: number;
  readonly nationality?: string;
}

/** The five kinds of Europeana, so that an agent knows what it would get. */
export type MediaType = 'IMAGE' | 'TEXT' | 'SOUND' | 'VIDEO' | '3D';

/** Addresses of a work, http or https, never checked. */
export interface Links {
  readonly page?: string;
  readonly image?: string;
  readonly thumbnail?: string;
  readonly iiif?: string;
}

/** A point of the earth in degrees. */
export interface Geo {
  readonly lat: number;
  readonly lng: number;
}

/**
 * One reference, whatever the source: the normalised record of the archive. Empty members are
 * left out. Institution, source name, attribution and quality follow from it and are not stored.
 */
export interface ArchiveRecord {
  /** `source:local id`, where the local id holds letters, digits, `_` and `-` only. */
  readonly id: string;
  readonly source: string;
  /** The id as the source writes it. */
  readonly sourceId: string;
  readonly title: string;
  readonly titleKind: 'given' | 'placeholder';
  readonly altTitles?: readonly string[];
  readonly creators: readonly Creator[];
  readonly date: ArchiveDate;
  readonly type: MediaType;
  /** One of FORMS; empty when it is unknown. */
  readonly form: string;
  readonly medium?: string;
  readonly dimensions?: string;
  /** The source's own class and object names. */
  readonly classification?: readonly string[];
  readonly subjects?: readonly string[];
  readonly movements?: readonly string[];
  /** Culture, period, dynasty, style. */
  readonly culture?: readonly string[];
  readonly places?: readonly string[];
  readonly geo?: Geo;
  /** The series, portfolio or album it belongs to. */
  readonly group?: string;
  readonly description?: string;
  /** BCP 47, as the source says it. */
  readonly language?: readonly string[];
  /** The language was detected by the title. */
  readonly languageGuessed?: boolean;
  readonly accession?: string;
  /** Only of records whose source is a mapping of the operator's. */
  readonly institution?: string;
  readonly links: Links;
  /** URI of the rights statement for the media; the metadata of every source is CC0. */
  readonly mediaRights: string;
  readonly highlight?: boolean;
}
