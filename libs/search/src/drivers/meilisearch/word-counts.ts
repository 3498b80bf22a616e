import { type CountedEntity, UNSPOKEN_FIELDS, type Vocabulary } from '../../search-index.ts';
import { SEARCH_FIELDS } from '../../search-document.ts';

const FIELDS = SEARCH_FIELDS.length;
/** Room for the words of a small index, doubled as it fills. */
const FIRST_WORDS = 16_384;
const SPOKEN = SEARCH_FIELDS.map((field) => !UNSPOKEN_FIELDS.has(field));

/** What the engine cannot tell of an index by itself. */
export interface Words {
  readonly vocabulary: Vocabulary;
  readonly entities: readonly CountedEntity[];
}

/** Counts of documents by word and field, and by entity. */
export class WordCounts {
  /** Where a word's counts begin, in words. */
  readonly #at = new Map<string, number>();
  readonly #entities = new Map<string, number>();
  #counts = new Uint32Array(FIRST_WORDS * FIELDS);
  /** By word and field, the last document that was counted there: a word counts once a field. */
  #last = new Uint32Array(FIRST_WORDS * FIELDS);
  #documents = 0;

  /** Counts one document: its words by field, in the order of SEARCH_FIELDS, and its entities. */
  add(fields: readonly string[], entities: readonly string[]): void {
    this.#documents += 1;
    for (const [field, text] of fields.entries()) {
      for (const word of text.split(' ')) {
        if (word === '' || word === '-') continue;
        const at = this.#placeOf(word) * FIELDS + field;
        if (this.#last[at] === this.#documents) continue;
        this.#last[at] = this.#documents;
        this.#counts[at] = (this.#counts[at] ?? 0) + 1;
      }
    }
    for (const entity of entities)
      this.#entities.set(entity, (this.#entities.get(entity) ?? 0) + 1);
  }

  #placeOf(word: string): number {
    const known = this.#at.get(word);
    if (known !== undefined) return known;
    const at = this.#at.size;
    // Cut out of a text it would keep that text alive.
    this.#at.set(Buffer.from(word).toString(), at);
    if (at * FIELDS === this.#counts.length) {
      this.#counts = twice(this.#counts);
      this.#last = twice(this.#last);
    }
    return at;
  }

  /** The words that are said in queries, and the entities, both by name. */
  words(): Words {
    const words = [...this.#at]
      .filter(([, at]) => SPOKEN.some((spoken, field) => spoken && this.#countOf(at, field) > 0))
      .sort(byName);
    const documents = new Uint32Array(words.length * FIELDS);
    for (const [index, [, at]] of words.entries())
      documents.set(this.#counts.subarray(at * FIELDS, (at + 1) * FIELDS), index * FIELDS);
    return {
      vocabulary: { words: words.map(([word]) => word), documents },
      entities: [...this.#entities]
        .sort(byName)
        .map(([entity, documents]) => ({ entity, documents })),
    };
  }

  #countOf(at: number, field: number): number {
    return this.#counts[at * FIELDS + field] ?? 0;
  }
}

function twice(full: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(2 * full.length);
  larger.set(full);
  return larger;
}

function byName(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return a[0] < b[0] ? -1 : 1;
}
