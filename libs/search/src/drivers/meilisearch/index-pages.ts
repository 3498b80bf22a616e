import { hash } from 'node:crypto';
import type { DocumentWordsAndNamedEntities } from '../../index-build.ts';
import type { StoredDocumentRegistry } from '../../known-documents.ts';
import { LISTED_PAGE_DOCUMENTS } from '../../listed-document.ts';
import { SEARCH_FIELDS } from '../../search-document.ts';
import { keyOf, LISTED_MEMBERS, listedDocumentOf, textOf } from './documents.ts';
import type { MeilisearchClient } from './engine.ts';
import { DocumentFrequencyCounter } from './word-counts.ts';

/** Yields all documents of a Meilisearch index in pages. The documents contain only the members `fields`. */
export async function* indexPages(
  engine: MeilisearchClient,
  uid: string,
  fields: readonly string[],
): AsyncGenerator<readonly Readonly<Record<string, unknown>>[]> {
  for (let offset = 0; ; offset += LISTED_PAGE_DOCUMENTS) {
    const page = await engine.documents(uid, { fields, offset, limit: LISTED_PAGE_DOCUMENTS });
    if (page.length > 0) yield page;
    if (page.length < LISTED_PAGE_DOCUMENTS) return;
  }
}

/** Yields the words of all documents of an index in pages. */
export async function* indexedWords(
  engine: MeilisearchClient,
  uid: string,
): AsyncGenerator<readonly DocumentWordsAndNamedEntities[]> {
  for await (const page of indexPages(engine, uid, ['id', ...SEARCH_FIELDS, 'entities']))
    yield page.map(({ id, entities, ...fields }) => ({
      id: textOf(id),
      text: SEARCH_FIELDS.map((field) => textOf(fields[field])).join('\n'),
      entities: Array.isArray(entities) ? entities.map(String).join('\n') : '',
    }));
}

const KNOWN_MEMBERS = LISTED_MEMBERS.filter((member) => member !== 'body');

/** Reads id, source, hash and date of all documents of a Meilisearch index into `known`. */
export async function readKnown(
  known: StoredDocumentRegistry,
  engine: MeilisearchClient,
  uid: string,
): Promise<void> {
  for await (const page of indexPages(engine, uid, KNOWN_MEMBERS))
    known.read(page.map(listedDocumentOf));
}

/** Counts the words and entities of all documents of an index. */
export async function countIndexWords(
  engine: MeilisearchClient,
  uid: string,
): Promise<DocumentFrequencyCounter> {
  const counts = new DocumentFrequencyCounter();
  for await (const page of indexedWords(engine, uid))
    for (const { text, entities } of page)
      counts.add(text.split('\n'), entities === '' ? [] : entities.split('\n'));
  return counts;
}

/** Returns a SHA-256 over all documents of an index in the order of their keys. */
export async function digestIndex(engine: MeilisearchClient, uid: string): Promise<string> {
  const lines: string[] = [];
  const fields = ['id', 'hash', 'order', 'entities', 'body', ...SEARCH_FIELDS];
  for await (const page of indexPages(engine, uid, fields)) {
    for (const document of page) {
      const members = JSON.stringify(fields.map((field) => document[field]));
      const sum = hash('sha256', members);
      lines.push(`${keyOf(String(document['id']))} ${sum}`);
    }
  }
  return hash('sha256', lines.sort().join('\n'));
}
