import { type Candidate, type Reading, SEARCH_FIELDS } from '@bridge/search';
import { lineOf } from './lines.ts';

/** What a candidate must share with one of another collection: its words of these fields. */
const TITLE_AT = SEARCH_FIELDS.indexOf('title');
const CREATOR_AT = SEARCH_FIELDS.indexOf('creator');
const FORM_AT = SEARCH_FIELDS.indexOf('form');
const TIME_AT = SEARCH_FIELDS.indexOf('time');
/** Words of a title and of a maker that a work's twins are looked for by. */
const WORDS_MAX = 12;
/** Most records of one maker and title that are compared. */
const TWINS_MAX = 60;
/** A century is too long a time to tell two works by. */
const CENTURY = /^[bc]\d+$/;

/** The first of several values of a field: the title itself, the first maker's name, the form. */
function firstOf(text: string, field: number): string {
  const line = lineOf(text, field);
  const end = line.indexOf(' - ');
  return end === -1 ? line : line.slice(0, end);
}

/** "Hiroshige Ando" and "Ando Hiroshige" are one. */
function makerOf(text: string): string {
  return firstOf(text, CREATOR_AT).split(' ').sort().join(' ');
}

function collectionOf({ id }: Candidate): string {
  return id.slice(0, id.indexOf(':'));
}

function yearsOf({ text }: Candidate): string[] {
  return lineOf(text, TIME_AT)
    .split(' ')
    .filter((word) => word !== '' && !CENTURY.test(word));
}

/** Of one maker and form and, by what their collections say, of one time. */
function isAlike(a: Candidate, b: Candidate): boolean {
  if (firstOf(a.text, FORM_AT) !== firstOf(b.text, FORM_AT)) return false;
  const maker = makerOf(a.text);
  if (maker === '' || maker !== makerOf(b.text)) return false;
  const years = new Set(yearsOf(a));
  return yearsOf(b).some((year) => years.has(year));
}

/**
 * For each of some records those of other collections that are probably the same work, or another impression of it: same
 * maker, title and form, years that touch, and only one such record in each collection, for where there are several
 * nobody can tell which. They are linked and never merged (ADR 015); the link follows from the words of
 * the index, so that it is never older than the records.
 */
export function sameWorks(
  of: readonly Candidate[],
  among: readonly Candidate[],
): ReadonlyMap<string, readonly string[]> {
  const byTitle = new Map<string, Candidate[]>();
  for (const { text } of of) byTitle.set(firstOf(text, TITLE_AT), []);
  for (const candidate of among) byTitle.get(firstOf(candidate.text, TITLE_AT))?.push(candidate);
  const found = new Map<string, readonly string[]>();
  for (const one of of) {
    const title = firstOf(one.text, TITLE_AT);
    const links = title === '' ? [] : linksOf(one, byTitle.get(title) ?? []);
    if (links.length > 0) found.set(one.id, links);
  }
  return found;
}

function linksOf(one: Candidate, titled: readonly Candidate[]): string[] {
  const own = collectionOf(one);
  const byCollection = new Map<string, string[]>();
  // Most titles stand in one collection only: then nothing else is compared.
  for (const other of titled) {
    const collection = collectionOf(other);
    if (collection === own || !isAlike(one, other)) continue;
    byCollection.set(collection, [...(byCollection.get(collection) ?? []), other.id]);
  }
  const isAmbiguous =
    byCollection.size > 0 &&
    titled.some(
      (other) => other.id !== one.id && collectionOf(other) === own && isAlike(one, other),
    );
  if (isAmbiguous) return [];
  return [...byCollection.values()]
    .filter((ids) => ids.length === 1)
    .flat()
    .sort();
}

/** The reading that finds the records of a work's maker and title, whatever their collection; null when it has no such. */
export function twinsReading({ text }: Candidate): Reading | null {
  const [title, maker] = [firstOf(text, TITLE_AT), firstOf(text, CREATOR_AT)];
  if (title === '' || maker === '') return null;
  const clauses = (words: string, field: 'title' | 'creator'): Reading['all'] =>
    words
      .split(' ')
      .slice(0, WORDS_MAX)
      .map((word) => ({ any: [{ words: [word], fields: [field] }] }));
  return { all: [...clauses(title, 'title'), ...clauses(maker, 'creator')], limit: TWINS_MAX };
}
