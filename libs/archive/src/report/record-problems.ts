import type { ArchiveRecord } from '../record/archive-record.ts';
import { rightsOf } from '../record/rights.ts';

/** A problem in the data of records, such as a missing date, with a hint how an operator corrects it. */
export interface RecordProblemKind {
  readonly problem: string;
  readonly hint: string;
}

/**
 * A function that looks for one problem in a record. Returns the value that has the problem, or null if the record has none.
 */
type RecordProblemCheck = (record: ArchiveRecord) => string | null;

const UNDATED =
  /^(?:n\.? ?d\.?|undated|not dated|unknown|date unknown|o\. ?j\.?|undatiert|s\. ?d\.?|non dat[eé]|s\. ?f\.?|s\. ?a\.?|z\. ?j\.?|b\. ?d\.?|-|\?)$/i;
const YEARS_MAX = 300;
const LONG_TITLE_CHARS = 250;
const CAPITALS_MIN = 8;
const MAKER_CHARS_MAX = 80;

function isDateUnread({ date }: ArchiveRecord): boolean {
  return date.from === null && date.text !== '' && !UNDATED.test(date.text.trim());
}

/** The problems in the data of records that the report looks for. */
export const PROBLEMS: readonly (RecordProblemKind & { readonly check: RecordProblemCheck })[] = [
  {
    problem: 'the date is not read',
    hint: 'Give years as numbers (year_from, year_to), or write the date in words that are read.',
    check: (record) => (isDateUnread(record) ? record.date.text : null),
  },
  {
    problem: 'no date',
    hint: 'Without years, a filter or sentence of time does not find the record.',
    check: (record) =>
      record.date.from === null && !isDateUnread(record) ? record.date.text : null,
  },
  {
    problem: 'years more than 300 apart',
    hint: 'Check year_from and year_to; such a record is found by nearly every time.',
    check: ({ date: { from, to } }) =>
      from !== null && to !== null && to - from > YEARS_MAX ? `${from}–${to}` : null,
  },
  {
    problem: 'no title of its own',
    hint: 'Give a title that describes the work; a search by subject finds little else.',
    check: ({ title, titleKind }) => (titleKind === 'placeholder' ? title : null),
  },
  {
    problem: 'a long title',
    hint: 'Move the description out of the title; only its first words carry weight.',
    check: ({ title }) => (title.length > LONG_TITLE_CHARS ? title : null),
  },
  {
    problem: 'a title in capitals',
    hint: 'Write titles as they are to be shown.',
    check: ({ title }) =>
      title.length >= CAPITALS_MIN && title === title.toUpperCase() && title !== title.toLowerCase()
        ? title
        : null,
  },
  {
    problem: 'no maker',
    hint: 'Map the maker, also a workshop or a culture where no name is known.',
    check: ({ creators }) => (creators.length === 0 ? '' : null),
  },
  {
    problem: 'a maker that is no name',
    hint: 'Give one maker for each element of a list, or put semicolons between them.',
    check: ({ creators }) =>
      creators.find(({ name }) => name.length > MAKER_CHARS_MAX || /[;|]|\d{3}/.test(name))?.name ??
      null,
  },
  {
    problem: 'no form',
    hint: 'Map classification or medium: they decide whether a work is a painting, a coin or a book.',
    check: ({ form, classification }) => (form === '' ? (classification?.[0] ?? '') : null),
  },
  {
    problem: 'no subjects',
    hint: 'Map keywords: words that are in no title find the record only there.',
    check: ({ subjects }) => (subjects === undefined ? '' : null),
  },
  {
    problem: 'subjects in one text with commas',
    hint: 'Put semicolons between subjects, or give a list.',
    check: ({ subjects }) =>
      subjects?.length === 1 && (subjects[0] ?? '').split(',').length > 2
        ? (subjects[0] ?? '')
        : null,
  },
  {
    problem: 'rights not known',
    hint: 'Map the rights statement, or give one for the whole collection ("rights" of the mapping).',
    check: ({ mediaRights }) =>
      rightsOf(mediaRights).category === 'unknown' ? rightsOf(mediaRights).label : null,
  },
  {
    problem: 'no image',
    hint: 'Map the address of a picture; agents ask for works with one.',
    check: ({ links }) => (links.image === undefined ? '' : null),
  },
  {
    problem: 'no page',
    hint: 'Map the address of the record’s page; a citation needs it.',
    check: ({ links }) => (links.page === undefined ? '' : null),
  },
  {
    problem: 'an address without https',
    hint: 'Browsers do not load pictures by http on pages with https.',
    check: ({ links }) =>
      [links.image, links.page].find((link) => link?.startsWith('http:') === true) ?? null,
  },
  {
    problem: 'letters that were lost',
    hint: 'The file has another encoding than it says: export it as UTF-8.',
    check: ({ title, medium = '', description = '' }) =>
      [title, medium, description].find((text) => text.includes('\ufffd')) ?? null,
  },
  {
    problem: 'no language',
    hint: 'Map the language of the title where the titles of a collection have several.',
    check: ({ language }) => (language === undefined ? '' : null),
  },
];
