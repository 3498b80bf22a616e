import {
  type NamedEntityWithDocumentCount,
  NON_VOCABULARY_FIELDS,
  type IndexVocabulary,
  FIRST_WORDS,
} from '../../index-build.ts';
import { FIELD_COUNT, SEARCH_FIELDS } from '../../search-document.ts';

const IN_VOCABULARY = SEARCH_FIELDS.map((field) => !NON_VOCABULARY_FIELDS.has(field));

/** The words and the entities (such as makers) of an index with their numbers of documents, which Meilisearch cannot count. */
export interface WordAndNamedEntityCounts {
  readonly vocabulary: IndexVocabulary;
  readonly entities: readonly NamedEntityWithDocumentCount[];
}

/** Counts in how many documents each word (per field) and each entity (such as a maker) occurs. */
export class DocumentFrequencyCounter {
  /** For each word its number, which determines its position in the array of counts. */
  readonly #numbers = new Map<string, number>();
  readonly #entities = new Map<string, number>();
  #counts = new Uint32Array(FIRST_WORDS * FIELD_COUNT);
  /** Number of the last document that was counted, by word and field, so that each document counts once per word and field. */
  #last = new Uint32Array(FIRST_WORDS * FIELD_COUNT);
  #documents = 0;

  /** Counts one document; `fields` are its words in the order of SEARCH_FIELDS. */
  add(fields: readonly string[], entities: readonly string[]): void {
    this.#documents += 1;
    for (const [field, text] of fields.entries()) {
      for (const word of text.split(' ')) {
        if (word === '' || word === '-') continue;
        const at = this.#numberOf(word) * FIELD_COUNT + field;
        if (this.#last[at] === this.#documents) continue;
        this.#last[at] = this.#documents;
        this.#counts[at] = (this.#counts[at] ?? 0) + 1;
      }
    }
    for (const entity of entities)
      this.#entities.set(entity, (this.#entities.get(entity) ?? 0) + 1);
  }

  #numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const at = this.#numbers.size;
    // Copy the word: a substring would keep the whole text in memory.
    this.#numbers.set(Buffer.from(word).toString(), at);
    if (at * FIELD_COUNT === this.#counts.length) {
      this.#counts = doubled(this.#counts);
      this.#last = doubled(this.#last);
    }
    return at;
  }

  /** Returns the words and the entities (such as makers) with their counts, both sorted alphabetically. */
  statistics(): WordAndNamedEntityCounts {
    const words = [...this.#numbers]
      .filter(([, at]) => IN_VOCABULARY.some((isIn, field) => isIn && this.#countOf(at, field) > 0))
      .sort(byName);
    const documents = new Uint32Array(words.length * FIELD_COUNT);
    for (const [index, [, at]] of words.entries())
      documents.set(
        this.#counts.subarray(at * FIELD_COUNT, (at + 1) * FIELD_COUNT),
        index * FIELD_COUNT,
      );
    return {
      vocabulary: { words: words.map(([word]) => word), documents },
      entities: [...this.#entities]
        .sort(byName)
        .map(([entity, documents]) => ({ entity, documents })),
    };
  }

  #countOf(at: number, field: number): number {
    return this.#counts[at * FIELD_COUNT + field] ?? 0;
  }
}

function doubled(full: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * full.length);
  larger.set(full);
  return larger;
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}
