import {
  type CountedEntity,
  fold,
  indexWords,
  SEARCH_FIELDS,
  type SearchField,
  type Vocabulary,
} from '@bridge/search';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { nearestWords, WordTable } from './word-table.ts';

/** Name under which the lexicon is stored with an index version. */
export const LEXICON = 'lexicon';

/** A name that documents of the index carry. */
export interface NamedEntity {
  readonly kind: 'creator' | 'movement' | 'group';
  readonly name: string;
  readonly documents: number;
  /** Words of the name as the index holds them. */
  readonly words: readonly string[];
}

interface Stored {
  readonly words: string;
  readonly entities: readonly (readonly [kind: string, name: string, documents: number])[];
  /** Creators of the index (by their place in `entities`) and further spellings of their names. */
  readonly spellings: readonly (readonly [entity: number, ...spellings: string[]])[];
}

const FIELDS = SEARCH_FIELDS.length;
const NONE = new Uint32Array(0);

/** Packs what an index version knows of words and names, with other spellings of its creators' names. */
export function packLexicon(
  vocabulary: Vocabulary,
  counted: readonly CountedEntity[],
  groups: readonly (readonly string[])[],
): Uint8Array {
  const entities = counted.map(({ entity, documents }) => {
    const cut = entity.indexOf(':');
    return [entity.slice(0, cut), entity.slice(cut + 1), documents] as const;
  });
  const text: Stored = {
    words: vocabulary.words.join('\n'),
    entities,
    spellings: spellingsOf(entities, groups),
  };
  const json = JSON.stringify(text);
  const { buffer, byteOffset, byteLength } = vocabulary.documents;
  // Written in place: a copy of either would be what an import needs most memory for.
  const size = Buffer.byteLength(json);
  const raw = Buffer.allocUnsafeSlow(4 + size + byteLength);
  raw.writeUInt32LE(size);
  raw.write(json, 4, 'utf8');
  raw.set(new Uint8Array(buffer, byteOffset, byteLength), 4 + size);
  return zstdCompressSync(raw);
}

/** Other spellings of the creators that occur; a table's person is an index's creator when one spelling is the same. */
function spellingsOf(
  entities: readonly (readonly [string, string, number])[],
  groups: readonly (readonly string[])[],
): Stored['spellings'] {
  const byName = new Map<string, number>();
  for (const [at, [kind, name]] of entities.entries())
    if (kind === 'creator') byName.set(nameKey(name), at);
  const found = new Map<number, Set<string>>();
  for (const group of groups) {
    if (group.length < 2) continue;
    const at = group
      .map((spelling) => byName.get(nameKey(spelling)))
      .find((one) => one !== undefined);
    if (at === undefined) continue;
    const own = nameKey(entities[at]?.[1] ?? '');
    const others = found.get(at) ?? new Set<string>();
    for (const spelling of group) if (nameKey(spelling) !== own) others.add(spelling);
    if (others.size > 0) found.set(at, others);
  }
  return [...found].map(([at, others]) => [at, ...others] as const);
}

function nameKey(name: string): string {
  return fold(name)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** What an index knows of its own words and names. Loaded once per index version. */
export class Lexicon {
  readonly table: WordTable;
  readonly entities: readonly NamedEntity[];
  readonly #counts: Uint32Array;
  readonly #entitiesOf = new Map<string, number[]>();
  readonly #spellings = new Map<number, readonly (readonly string[])[]>();

  constructor(bytes: Uint8Array) {
    const raw = zstdDecompressSync(bytes);
    const size = raw.readUInt32LE(0);
    // Written by packLexicon and stored with the index it belongs to.
    const stored = JSON.parse(raw.toString('utf8', 4, 4 + size)) as Stored;
    this.table = new WordTable(stored.words === '' ? [] : stored.words.split('\n'));
    this.#counts = new Uint32Array(
      raw.buffer.slice(raw.byteOffset + 4 + size, raw.byteOffset + raw.length),
    );
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
    return this.counts(word)[SEARCH_FIELDS.indexOf(field)] ?? 0;
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

  /** How many documents carry a movement whose name holds these words. */
  movementDocuments(words: readonly string[]): number {
    let documents = 0;
    for (const at of this.entitiesWith(words[0] ?? '')) {
      const entity = this.entities[at];
      if (entity?.kind === 'movement' && words.every((word) => entity.words.includes(word)))
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

  /** Words of the index within so many changes of this one, the commonest of the nearest first. */
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
