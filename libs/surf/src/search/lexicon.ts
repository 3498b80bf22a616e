import { unpackLexicon } from '@bridge/archive';
import { indexWords, SEARCH_FIELDS, type SearchField } from '@bridge/search';
import { FIELD_AT } from './field-at.ts';
import { LearnedTerms } from './learned-terms.ts';
import { nearestWords, WordTable } from './word-table.ts';

/** A name that documents of the index have. */
export interface NamedEntity {
  readonly kind: 'creator' | 'movement' | 'group';
  readonly name: string;
  readonly documents: number;
  /** Words of the name as the index holds them. */
  readonly words: readonly string[];
}

const FIELDS = SEARCH_FIELDS.length;
const NONE = new Uint32Array(0);

/** The words and names of an index version, with their numbers of documents. */
export class Lexicon {
  readonly table: WordTable;
  readonly entities: readonly NamedEntity[];
  readonly learned: LearnedTerms;
  readonly #counts: Uint32Array;
  readonly #entitiesOf = new Map<string, number[]>();
  readonly #spellings = new Map<number, readonly (readonly string[])[]>();

  constructor(bytes: Uint8Array) {
    const { stored, counts } = unpackLexicon(bytes);
    this.table = new WordTable(stored.words === '' ? [] : stored.words.split('\n'));
    this.#counts = counts;
    this.learned = new LearnedTerms(stored.learned);
    this.entities = stored.entities.map(([kind, name, documents]) => ({
      kind: kind as NamedEntity['kind'],
      name,
      documents,
      words: indexWords(name),
    }));
    for (const [at, ...spellings] of stored.spellings)
      this.#spellings.set(
        at,
        spellings.map((one) => indexWords(one)),
      );
    for (const [at, { words }] of this.entities.entries()) this.#register(at, words);
    for (const [at, spellings] of this.#spellings)
      for (const words of spellings) this.#register(at, words);
  }

  #register(at: number, words: readonly string[]): void {
    for (const word of new Set(words)) {
      const known = this.#entitiesOf.get(word);
      if (known === undefined) this.#entitiesOf.set(word, [at]);
      else if (known.at(-1) !== at) known.push(at);
    }
  }

  /** How many documents hold the word in this field. */
  documents(word: string, field: SearchField): number {
    return this.counts(word)[FIELD_AT[field]] ?? 0;
  }

  /** How many documents hold the word, by field in the order of SEARCH_FIELDS; empty when none does. */
  counts(word: string): Uint32Array {
    const at = this.table.find(word);
    return at === -1 ? NONE : this.#counts.subarray(at * FIELDS, (at + 1) * FIELDS);
  }

  /** The largest number of documents that hold the word in one field; 0 when no document does. */
  frequency(word: string): number {
    const at = this.table.find(word);
    return at === -1 ? 0 : this.#frequencyAt(at);
  }

  #frequencyAt(at: number): number {
    let most = 0;
    for (let field = 0; field < FIELDS; field++)
      most = Math.max(most, this.#counts[at * FIELDS + field] ?? 0);
    return most;
  }

  /** Documents with a movement whose name has these words. */
  movementDocuments(words: readonly string[]): number {
    let documents = 0;
    for (const at of this.entitiesWith(words[0] ?? '')) {
      const entity = this.entities[at];
      if (entity?.kind === 'movement' && words.every((word) => entity.words.includes(word)))
        documents += entity.documents;
    }
    return documents;
  }

  /** Documents that are filed under the movement of exactly these words. */
  filedUnder(words: readonly string[]): number {
    let documents = 0;
    for (const at of this.entitiesWith(words[0] ?? '')) {
      const entity = this.entities[at];
      if (entity?.kind === 'movement' && entity.words.join(' ') === words.join(' '))
        documents += entity.documents;
    }
    return documents;
  }

  /** Names that hold this word, by their place in `entities`. */
  entitiesWith(word: string): readonly number[] {
    return this.#entitiesOf.get(word) ?? [];
  }

  /** All spellings of a name, as words, its own first. */
  spellings(entity: number): readonly (readonly string[])[] {
    return [this.entities[entity]?.words ?? [], ...(this.#spellings.get(entity) ?? [])];
  }

  /** Words of the index within `changesMax` changes, nearest first, then the more common. */
  nearest(
    word: string,
    changesMax: number,
  ): { readonly word: string; readonly changes: number; readonly documents: number }[] {
    return nearestWords(this.table, word, changesMax)
      .map(({ at, changes }) => ({
        word: this.table.word(at),
        changes,
        documents: this.#frequencyAt(at),
      }))
      .sort((a, b) => a.changes - b.changes || b.documents - a.documents);
  }
}
