import { FIELD_AT } from '../lexicon/field-at.ts';
import { type SearchCandidate, type QueryInterpretation } from '@bridge/search';
import { firstValueOf, lineOf } from './lines.ts';

/** Maximum number of words of a title or maker with which records of the same work are searched. */
const WORDS_MAX = 12;
/** Maximum number of records that the search for one maker and title returns. */
const RECORDS_MAX = 60;
/** Matches a year and a decade among the time words of a record. Centuries are not compared: they are too long. */
const SINGLE_YEAR = /^\d+$/;
const DECADE = /^\d+s$/;

/**
 * Returns the sorted words of the record's first maker, so that "Hiroshige Ando" and "Ando Hiroshige" are equal. `text`: the
 * fields of the record.
 */
function makerOf(text: string): string {
  return firstValueOf(text, FIELD_AT.creator).split(' ').sort().join(' ');
}

function collectionOf({ id }: SearchCandidate): string {
  return id.slice(0, id.indexOf(':'));
}

/**
 * True when two records have a year in common. If one of them has only decades, as a record with a long range of years has, a
 * common decade is enough.
 */
function haveCommonYear(a: SearchCandidate, b: SearchCandidate): boolean {
  const [own, others] = [a, b].map(({ text }) => lineOf(text, FIELD_AT.time).split(' '));
  const haveYears = [own, others].every((words) => words?.some((word) => SINGLE_YEAR.test(word)));
  const form = haveYears ? SINGLE_YEAR : DECADE;
  return own?.some((word) => form.test(word) && others?.includes(word)) === true;
}

/** True when two records have the same form (such as painting), the same first maker and a common year. */
function isAlike(a: SearchCandidate, b: SearchCandidate): boolean {
  if (firstValueOf(a.text, FIELD_AT.form) !== firstValueOf(b.text, FIELD_AT.form)) return false;
  const maker = makerOf(a.text);
  if (maker === '' || maker !== makerOf(b.text)) return false;
  return haveCommonYear(a, b);
}

/**
 * Returns, for each record in `of`, the ids of the records in `among` that are probably the same work in another collection:
 * same title, maker and form, and a common year. Two such records of one collection give no link. Computed for each answer, so
 * it fits the stored records (ADR 015).
 */
export function sameWorks(
  of: readonly SearchCandidate[],
  among: readonly SearchCandidate[],
): ReadonlyMap<string, readonly string[]> {
  const byTitle = new Map<string, SearchCandidate[]>();
  for (const { text } of of) byTitle.set(firstValueOf(text, FIELD_AT.title), []);
  for (const candidate of among)
    byTitle.get(firstValueOf(candidate.text, FIELD_AT.title))?.push(candidate);
  const found = new Map<string, readonly string[]>();
  for (const one of of) {
    const title = firstValueOf(one.text, FIELD_AT.title);
    const links = title === '' ? [] : linksOf(one, byTitle.get(title) ?? []);
    if (links.length > 0) found.set(one.id, links);
  }
  return found;
}

function linksOf(one: SearchCandidate, titled: readonly SearchCandidate[]): string[] {
  const own = collectionOf(one);
  const byCollection = new Map<string, string[]>();
  // Records of the same collection are compared only if a record of another collection matches, because most titles occur in
  // one collection only.
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

/**
 * Returns the search clauses that find records with the same maker and title as a candidate; null for a candidate without a
 * maker or title.
 */
export function sameWorkInterpretation({ text }: SearchCandidate): QueryInterpretation | null {
  const [title, maker] = [firstValueOf(text, FIELD_AT.title), firstValueOf(text, FIELD_AT.creator)];
  if (title === '' || maker === '') return null;
  const clauses = (words: string, field: 'title' | 'creator'): QueryInterpretation['all'] =>
    words
      .split(' ')
      .slice(0, WORDS_MAX)
      .map((word) => ({ any: [{ words: [word], fields: [field] }] }));
  return { all: [...clauses(title, 'title'), ...clauses(maker, 'creator')], limit: RECORDS_MAX };
}
