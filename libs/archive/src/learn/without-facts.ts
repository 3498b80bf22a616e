import type { NamedEntityWithDocumentCount } from '@bridge/search';
import { entityWithoutFacts } from '../record/maker-entity.ts';

/** Returns entities whose makers have no nationality and life dates. Makers of the same name become one entity. */
export function withoutFacts(
  entities: readonly NamedEntityWithDocumentCount[],
): NamedEntityWithDocumentCount[] {
  const documents = new Map<string, number>();
  for (const { entity, documents: own } of entities) {
    const name = entityWithoutFacts(entity);
    documents.set(name, (documents.get(name) ?? 0) + own);
  }
  return [...documents].map(([entity, own]) => ({ entity, documents: own }));
}
