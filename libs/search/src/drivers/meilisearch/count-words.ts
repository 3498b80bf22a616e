import { type CountedEntity, SEARCH_FIELDS, type Vocabulary } from '../../search-index.ts';
import { textOf } from './documents.ts';

/** Fields whose words nobody says in a query by themselves. */
const UNSPOKEN = new Set(['accession', 'time']);

/** What the engine cannot tell of an index by itself. */
export interface Words {
  readonly vocabulary: Vocabulary;
  readonly entities: readonly CountedEntity[];
}

/** Counts the words and entities of all documents in one reading of them. */
export async function countWords(
  pages: AsyncIterable<readonly Readonly<Record<string, unknown>>[]>,
): Promise<Words> {
  const counts = new Map<string, Uint32Array>();
  const entities = new Map<string, number>();
  for await (const page of pages) {
    for (const document of page) {
      for (const [at, field] of SEARCH_FIELDS.entries()) {
        for (const word of new Set(textOf(document[field]).split(' '))) {
          if (word === '' || word === '-') continue;
          const own = counts.get(word) ?? new Uint32Array(SEARCH_FIELDS.length);
          counts.set(word, own);
          own[at] = (own[at] ?? 0) + 1;
        }
      }
      const named = document['entities'];
      for (const entity of Array.isArray(named) ? named.map(String) : [])
        entities.set(entity, (entities.get(entity) ?? 0) + 1);
    }
  }
  const byName = (a: readonly [string, unknown], b: readonly [string, unknown]): number =>
    a[0] < b[0] ? -1 : 1;
  const spoken = [...counts]
    .filter(([, own]) =>
      own.some((count, at) => count > 0 && !UNSPOKEN.has(SEARCH_FIELDS[at] ?? '')),
    )
    .sort(byName);
  return {
    vocabulary: {
      words: spoken.map(([word]) => word),
      documents: Uint32Array.from(spoken.flatMap(([, own]) => [...own])),
    },
    entities: [...entities].sort(byName).map(([entity, documents]) => ({ entity, documents })),
  };
}
