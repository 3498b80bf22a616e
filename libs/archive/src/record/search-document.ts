import { fold, indexWords, type SearchDocument } from '@bridge/search/documents';
import { BoundedResultCache } from '../memo.ts';
import type { ArchiveRecord, WorkCreator } from './archive-record.ts';
import { FORM_WORDS, isForm } from './forms.ts';
import { makerEntity } from './maker-entity.ts';
import { digraphs } from './names.ts';
import { orderKey } from './order-key.ts';
import { peopleWords } from './peoples.ts';
import { isPosterSized } from './poster-size.ts';
import { qualityOf } from './quality.ts';
import { rightsOf } from './rights.ts';
import { decadeWord, timeWords } from './time-words.ts';

const FIELD_WORDS_MAX = 400;
const ENTITY_CHARS_MAX = 200;

/** Returns an accession number as one word: "77.44.41" → "77p44p41". */
export function accessionWord(accession: string): string {
  return fold(accession)
    .replace(/[^a-z0-9]+/g, 'p')
    .replace(/^p+|p+$/g, '');
}

/** Cache of the words of values that many records share: makers, media, classes and subjects. */
const repeated = new BoundedResultCache<string>(20_000);
const makerWordsOf = new BoundedResultCache<string>(8_000);

/** Appends the words of another value to a field. The dash between them prevents phrase matches across values. */
function joined(field: string, words: string): string {
  if (words === '') return field;
  return field === '' ? words : `${field} - ${words}`;
}

function wordsIn(text: string): string {
  return lineOf(indexWords(text));
}

function lineOf(words: readonly string[]): string {
  return (words.length > FIELD_WORDS_MAX ? words.slice(0, FIELD_WORDS_MAX) : words).join(' ');
}

/** Returns the index words of a value. The results are cached, because many records share such values. */
function sharedWords(text: string | undefined): string {
  if (text === undefined || text === '') return '';
  return repeated.get(text, () => wordsIn(text));
}

function allShared(field: string, texts: readonly string[] | undefined): string {
  if (texts === undefined) return field;
  let found = field;
  for (const text of texts) found = joined(found, sharedWords(text));
  return found;
}

function titleWords(own: readonly string[], others: readonly string[] | undefined): string {
  let found = lineOf(own);
  if (others !== undefined)
    for (const text of others) found = joined(found, text === '' ? '' : wordsIn(text));
  return found;
}

/** Returns the words of a maker's names, also with each umlaut written as two letters (Dürer, Duerer). */
function makerWords({ name, variants }: WorkCreator): string {
  if (variants !== undefined) return namesWords([name, ...variants]);
  return makerWordsOf.get(name, () => namesWords([name]));
}

function namesWords(names: readonly string[]): string {
  const typed = names.flatMap((name) => digraphs(name) ?? []);
  return allShared(allShared('', names), typed);
}

function makersWords(creators: readonly WorkCreator[]): string {
  let found = '';
  for (const creator of creators) found = joined(found, makerWords(creator));
  return found;
}

/** Cache of the words for a people and its country, by the name of the people or place. */
const landOf = new BoundedResultCache<string>(8_000);

function peopleAndLand(name: string): string {
  return landOf.get(name, () => {
    const own = wordsIn(name);
    const land = indexWords(peopleWords(fold(name))).join(' ');
    return land === '' || own === '' ? own : `${own} - ${land}`;
  });
}

function peoples({ creators, culture = [], places = [] }: ArchiveRecord): string {
  const said = new Set<string>();
  for (const { nationality } of creators)
    if (nationality !== undefined && nationality !== '') said.add(nationality);
  for (const one of culture) said.add(one);
  for (const one of places) said.add(one);
  // The name of a maker may be only a people ("Venetian"), which also stands for its country.
  for (const { name } of creators) said.add(name);
  let found = '';
  for (const name of said) found = joined(found, peopleAndLand(name));
  return found;
}

function entitiesOf({ creators, movements, group }: ArchiveRecord): string[] {
  const found: string[] = [];
  const add = (entity: string): void => {
    const cut = entity.length > ENTITY_CHARS_MAX ? entity.slice(0, ENTITY_CHARS_MAX) : entity;
    if (!found.includes(cut)) found.push(cut);
  };
  const makers = new Set<string>();
  for (const maker of creators) {
    if (makers.has(maker.name)) continue;
    makers.add(maker.name);
    found.push(makerEntity(maker));
  }
  if (movements !== undefined) for (const name of movements) add(`movement:${name}`);
  if (group !== undefined) add(`group:${group}`);
  return found;
}

function decadeOf({ date }: ArchiveRecord): string {
  if (date.from === null || date.to === null || date.from <= 0 || date.to - date.from > 20)
    return '';
  return decadeWord(Math.floor((date.from + date.to) / 2));
}

/** True for the name of a department, such as "Gold, Silver & Jewelry": it does not say what the work is. */
function isDepartment(text: string): boolean {
  return text.includes(' & ');
}

/**
 * Converts a record to a document of the search index: words by field, facets, entities and the record itself. `hash` is that
 * of the source text, `stamp` its date in days since the Unix epoch.
 */
export function searchDocument(record: ArchiveRecord, hash: string, stamp: number): SearchDocument {
  const formWords = isForm(record.form) ? FORM_WORDS[record.form] : '';
  const classes = record.classification ?? [];
  const departments = classes.filter(isDepartment);
  const kinds = departments.length === 0 ? classes : classes.filter((text) => !isDepartment(text));
  // The words of the title are needed twice, so they are computed once.
  const title = indexWords(record.title);
  const wordsOf = (text: string): readonly string[] =>
    text === record.title ? title : indexWords(text);
  return {
    id: record.id,
    rank: qualityOf(record),
    hash,
    stamp,
    fields: [
      record.accession === undefined ? '' : accessionWord(record.accession),
      titleWords(title, record.altTitles),
      makersWords(record.creators),
      joined(allShared(sharedWords(formWords), kinds), isPosterSized(record) ? 'poster' : ''),
      sharedWords(record.medium),
      allShared(allShared('', record.subjects), record.movements),
      sharedWords(record.group),
      peoples(record),
      timeWords(record.date),
      allShared(wordsIn(record.description ?? ''), departments),
    ],
    facets: {
      type: record.type,
      source: record.source,
      rights: rightsOf(record.mediaRights).category,
      form: record.form,
      decade: decadeOf(record),
      language: record.language?.[0] ?? '',
      image: record.links.image === undefined ? 'no' : 'yes',
      from: record.date.from,
      to: record.date.to,
    },
    entities: entitiesOf(record),
    key: orderKey(record, wordsOf),
    body: JSON.stringify(record),
  };
}
