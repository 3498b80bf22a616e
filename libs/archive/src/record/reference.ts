import type { ArchiveRecord } from './archive-record.ts';
import { httpUrl, visible } from './clean.ts';
import { TITLE_CHARS_MAX } from './make-record.ts';
import { rightsOf } from './rights.ts';
import { sourceNamed } from '../sources/sources.ts';

const REFERENCE_LINE_CHARS_MAX = 300;
const ATTRIBUTION_CHARS_MAX = 700;

/** One search result as an agent receives it. Spec: search.reference. */
export interface SearchResultForAgent {
  id: string;
  title: string;
  creator: string;
  date: string;
  medium: string;
  institution: string;
  source: string;
  source_url: string;
  image_url: string | null;
  rights: { uri: string; label: string; category: 'open' | 'restricted' | 'unknown' };
  attribution: string;
  availability: 'unverified';
  rights_verified: false;
  similar: number;
}

/** Returns the institution that holds the work. */
export function institutionOf(record: ArchiveRecord): string {
  return record.institution ?? sourceNamed(record.source)?.institution ?? record.source;
}

function creatorLine({ creators }: ArchiveRecord): string {
  return creators
    .map(({ name, role }) => (role === undefined ? name : `${name} (${role})`))
    .join(', ');
}

/**
 * Returns the attribution line: "Title, Creator, date. Institution, accession. Work and picture: In Copyright. Catalogue
 * data: CC0." The rights in the work and in the catalogue data are separate statements.
 */
export function attributionOf(record: ArchiveRecord): string {
  const title = record.title === '' ? 'Untitled' : record.title;
  const what = [title, creatorLine(record), record.date.text]
    .filter((part) => part !== '')
    .join(', ');
  const where = [institutionOf(record), record.accession ?? '']
    .filter((part) => part !== '')
    .join(', ');
  const subject = httpUrl(record.links.image ?? '') === '' ? 'Work' : 'Work and picture';
  const rights = `${subject}: ${rightsOf(record.mediaRights).label}.`;
  const data = sourceNamed(record.source) === undefined ? '' : ' Catalogue data: CC0.';
  const tail = ` ${rights}${data}`;
  const head = `${what.replace(/[.\s]+$/, '')}. ${where}.`;
  return `${visible(head, ATTRIBUTION_CHARS_MAX - tail.length)}${tail}`;
}

/**
 * Converts a record to a search result. Texts contain no invisible characters, links are http(s) only. Availability and
 * rights are not verified. Spec: search.clean-text.
 */
export function referenceOf(record: ArchiveRecord, similar: number): SearchResultForAgent {
  const line = (text: string | undefined): string => visible(text ?? '', REFERENCE_LINE_CHARS_MAX);
  const image = httpUrl(record.links.image ?? '');
  return {
    id: record.id,
    title: visible(record.title === '' ? 'Untitled' : record.title, TITLE_CHARS_MAX),
    creator: line(creatorLine(record)),
    date: line(record.date.text),
    medium: line(record.medium),
    institution: line(institutionOf(record)),
    source: record.source,
    source_url: httpUrl(record.links.page ?? ''),
    image_url: image === '' ? null : image,
    rights: rightsOf(record.mediaRights),
    attribution: attributionOf(record),
    availability: 'unverified',
    rights_verified: false,
    similar,
  };
}
