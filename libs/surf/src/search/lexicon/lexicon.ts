import { unpackLexicon } from '@bridge/archive';
import { indexWords, SEARCH_FIELDS } from '@bridge/search';
import { LearnedTermRelations } from './learned-terms.ts';
import { nearestWords, WordSimilarityTable } from './word-table.ts';

/** A maker, movement or group (series) that documents of the index name, with the number of these documents. */
export interface MakerMovementOrSeries {
  readonly kind: 'creator' | 'movement' | 'group';
  readonly documents: number;
  /** Words of the name, stemmed as in the index. */
  readonly words: readonly string[];
}

/** A word of the index that is similar to a word of a query, which may be a misspelling of it. */
export interface SimilarWord {
  readonly word: string;
  /** Number of edits (added, removed, replaced or transposed letters) that change one word into the other. */
  readonly changes: number;
  /** Number of documents that contain the word of the index. */
  readonly documents: number;
}

const FIELDS = SEARCH_FIELDS.length;
const NONE = new Uint32Array(0);

/** The words and names of an index version, each with its number of documents. */
export class Lexicon {
  readonly learned: LearnedTermRelations;
  readonly #table: WordSimilarityTable;
  readonly #counts: Uint32Array;
  readonly #entitiesOf = new Map<string, MakerMovementOrSeries[]>();
  readonly #spellings = new Map<MakerMovementOrSeries, readonly (readonly string[])[]>();

  constructor(bytes: Uint8Array) {
    const { stored, counts } = unpackLexicon(bytes);
    this.#table = new WordSimilarityTable(stored.words === '' ? [] : stored.words.split('\n'));
    this.#counts = counts;
    this.learned = new LearnedTermRelations(stored.learned);
    const entities = stored.entities.map(([kind, name, documents]): MakerMovementOrSeries => ({
      kind: kind as MakerMovementOrSeries['kind'],
      documents,
      words: indexWords(name),
    }));
    for (const entity of entities) this.#register(entity, entity.words);
    for (const [at, ...spellings] of stored.spellings) {
      const entity = entities[at];
      if (entity === undefined) continue;
      const words = spellings.map((one) => indexWords(one));
      this.#spellings.set(entity, words);
      for (const spelling of words) this.#register(entity, spelling);
    }
  }

  #register(entity: MakerMovementOrSeries, words: readonly string[]): void {
    for (const word of new Set(words)) {
      const known = this.#entitiesOf.get(word);
      if (known === undefined) this.#entitiesOf.set(word, [entity]);
      else if (known.at(-1) !== entity) known.push(entity);
    }
  }

  /**
   * Returns the number of documents that contain the word, by field in the order of SEARCH_FIELDS; empty when none
   * does.
   */
  counts(word: string): Uint32Array {
    const at = this.#table.find(word);
    return at === -1 ? NONE : this.#counts.subarray(at * FIELDS, (at + 1) * FIELDS);
  }

  /** Returns in how many documents the word occurs, counted in that one field in which it occurs most often. */
  frequency(word: string): number {
    const at = this.#table.find(word);
    return at === -1 ? 0 : this.#frequencyAt(at);
  }

  #frequencyAt(at: number): number {
    let most = 0;
    for (let field = 0; field < FIELDS; field++)
      most = Math.max(most, this.#counts[at * FIELDS + field] ?? 0);
    return most;
  }

  /** Returns the number of documents of all movements whose names contain these words. */
  movementDocuments(words: readonly string[]): number {
    return documentsOf(
      this.entitiesWith(words[0] ?? '').filter(
        (entity) =>
          entity.kind === 'movement' && words.every((word) => entity.words.includes(word)),
      ),
    );
  }

  /** Returns the number of documents that museums filed under the movement whose name is exactly these words. */
  filedUnder(words: readonly string[]): number {
    const name = words.join(' ');
    return documentsOf(
      this.entitiesWith(words[0] ?? '').filter(
        (entity) => entity.kind === 'movement' && entity.words.join(' ') === name,
      ),
    );
  }

  /** Returns the makers, movements and groups whose names, in any spelling, contain this word. */
  entitiesWith(word: string): readonly MakerMovementOrSeries[] {
    return this.#entitiesOf.get(word) ?? [];
  }

  /** Returns all spellings of a name, each as a list of words; the name as stored is first. */
  spellings(entity: MakerMovementOrSeries): readonly (readonly string[])[] {
    return [entity.words, ...(this.#spellings.get(entity) ?? [])];
  }

  /**
   * Returns the words of the index that differ from a word by at most `changesMax` edits: fewest edits first, then the most
   * common first.
   */
  nearest(word: string, changesMax: number): SimilarWord[] {
    return nearestWords(this.#table, word, changesMax)
      .map(({ at, changes }) => ({
        word: this.#table.word(at),
        changes,
        documents: this.#frequencyAt(at),
      }))
      .sort((a, b) => a.changes - b.changes || b.documents - a.documents);
  }
}

/** Returns the number of documents of all these makers, movements or groups. */
export function documentsOf(entities: readonly MakerMovementOrSeries[]): number {
  return entities.reduce((sum, { documents }) => sum + documents, 0);
}
