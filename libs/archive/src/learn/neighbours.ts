import {
  type NamedEntityWithDocumentCount,
  type DocumentWordsAndNamedEntities,
  SEARCH_FIELDS,
  type SearchField,
  type IndexVocabulary,
} from '@bridge/search';
import { CompactIntegerSet } from './hash-sample.ts';
import { entityWithoutFacts } from '../record/maker-entity.ts';
import type { StoredRelatedTerms } from './learned.ts';
import { RECORD_TERMS_MAX, RecordTermNumberSampler, recordsByTerm } from './record-terms.ts';
import { withoutFacts } from './without-facts.ts';

/** Maximum number of different terms (words, makers, movements) that are compared; each is stored as a 16-bit number. */
const TERMS_MAX = 60_000;
const TERM_CHARS_MIN = 3;
/** Fields of a document whose words are terms. Its description is left out, because it mentions too many other things. */
const TERM_FIELDS: ReadonlySet<number> = new Set(
  (['title', 'form', 'subject', 'group'] as const satisfies SearchField[]).map((field) =>
    SEARCH_FIELDS.indexOf(field),
  ),
);
const LAST_FIELD = Math.max(...TERM_FIELDS);
/** Maximum number of terms that are read from one record. */
const READ_TERMS_MAX = 1_000;
/** Minimum number of records that contain a term. With fewer the term gets no related terms. */
const RECORDS_MIN = 3;
/** Maximum share of all records that may contain a term which gets related terms; more frequent terms get none. */
const SELDOM_SHARE = 0.01;
const SELDOM_MIN = 20;
/** Maximum share of all records that may contain a related term. More frequent terms would be related to everything. */
const SHARE_MAX = 0.02;
/** Minimum number of records that contain both a term and its related term. */
const TOGETHER_MIN = 3;
/** Minimum strength of the relation of two terms, 0 to 1; see strengthOf. */
const STRENGTH_MIN = 0.3;
const NEIGHBOURS_MAX = 8;
/** Maximum number of terms for which related terms are stored; frequent terms have precedence. */
const LEARNED_MAX = 24_000;

/** Matches the entities (names in a record, such as `creator:…`) that are terms: makers and movements. */
const ENTITY = /^(?:creator|movement):/;
/** Matches makers. They can be related to a term but get no related terms, because queries for a maker contain the name. */
const MAKER = /^creator:/;

/** Finds for each term (title word, class, subject, maker or movement) the terms that often occur in the same records. */
export class RelatedTermFinder {
  readonly #names: string[] = [];
  readonly #numbers = new Map<string, number>();
  readonly #terms = new RecordTermNumberSampler();
  /** Numbers of the terms of the current record, in a buffer that is reused for all records. */
  readonly #found = new Uint16Array(READ_TERMS_MAX);
  #foundCount = 0;
  /** Hashes of the terms of earlier records. Records with equal terms, such as pages of a book, count once. */
  readonly #seen = new CompactIntegerSet();

  /** Chooses the terms: words and entities that at least RECORDS_MIN documents contain, at most TERMS_MAX. */
  constructor(
    { words, documents }: IndexVocabulary,
    entities: readonly NamedEntityWithDocumentCount[],
  ) {
    const fields = SEARCH_FIELDS.length;
    const chosen: { readonly name: string; readonly documents: number }[] = [];
    for (const [at, word] of words.entries()) {
      let most = 0;
      for (const field of TERM_FIELDS) most = Math.max(most, documents[at * fields + field] ?? 0);
      if (most >= RECORDS_MIN && isTerm(word)) chosen.push({ name: word, documents: most });
    }
    for (const { entity, documents: own } of withoutFacts(entities))
      if (own >= RECORDS_MIN && ENTITY.test(entity)) chosen.push({ name: entity, documents: own });
    chosen.sort((a, b) => b.documents - a.documents || (a.name < b.name ? -1 : 1));
    for (const { name } of chosen.slice(0, TERMS_MAX)) {
      this.#numbers.set(name, this.#names.length);
      this.#names.push(name);
    }
    for (const { entity } of entities) {
      const number = this.#numbers.get(entityWithoutFacts(entity));
      if (number !== undefined) this.#numbers.set(entity, number);
    }
  }

  /** Adds the terms that a document contains. */
  add({ text, entities }: DocumentWordsAndNamedEntities): void {
    this.#foundCount = 0;
    let from = 0;
    for (let field = 0; field <= LAST_FIELD; field++) {
      const end = text.indexOf('\n', from);
      const to = end === -1 ? text.length : end;
      if (TERM_FIELDS.has(field)) this.#findTerms(text, from, to, ' ');
      from = to + 1;
    }
    this.#findTerms(entities, 0, entities.length, '\n');
    if (this.#foundCount < 2) return;
    const sorted = this.#found.subarray(0, this.#foundCount).sort();
    // Terms are numbered by descending frequency, so the last ones are the rarest terms of a record.
    const terms = withoutRepeats(sorted).subarray(-RECORD_TERMS_MAX);
    let [hash, other] = [0x811c9dc5, 0x9747b28c];
    for (const term of terms) {
      hash = Math.imul(hash ^ term, 0x01000193);
      other = Math.imul(other ^ term, 0x85ebca6b);
    }
    hash = (hash ^ (hash >>> 15)) >>> 0;
    // The hash has 52 bits: two different records are taken for equal about once in 10^5 imports.
    const digest = hash * 2 ** 20 + ((other ^ (other >>> 13)) >>> 12);
    if (this.#seen.add(digest + 1)) this.#terms.add(hash, terms);
  }

  /** Appends the numbers of the terms between `from` and `to` in a text, separated by `between`, to `#found`. */
  #findTerms(text: string, from: number, to: number, between: string): void {
    for (let at = from; at < to && this.#foundCount < READ_TERMS_MAX;) {
      const end = text.indexOf(between, at);
      const next = end === -1 || end > to ? to : end;
      const number = this.#numbers.get(text.slice(at, next));
      if (number !== undefined) this.#found[this.#foundCount++] = number;
      at = next + 1;
    }
  }

  /** Returns all terms that have related terms, each with these, sorted as text. */
  learned(): StoredRelatedTerms[] {
    const terms = this.#names.length;
    const seldom = Math.max(SELDOM_MIN, this.#terms.records * SELDOM_SHARE);
    const { counts, starts, records } = recordsByTerm(this.#terms, terms, seldom);
    const countOf = (term: number): number => counts[term] ?? 0;
    const common = this.#terms.records * SHARE_MAX;
    const together = new Uint32Array(terms);
    const learned: StoredRelatedTerms[] = [];
    for (let term = 0; term < terms && learned.length < LEARNED_MAX; term++) {
      const own = countOf(term);
      const name = this.#names[term] ?? '';
      if (own < RECORDS_MIN || own > seldom || MAKER.test(name)) continue;
      const touched: number[] = [];
      for (let at = starts[term] ?? 0; at < (starts[term + 1] ?? 0); at++)
        for (const other of this.#terms.of(records[at] ?? 0)) {
          if (together[other] === 0) touched.push(other);
          together[other] = (together[other] ?? 0) + 1;
        }
      const found: RelatedTerm[] = [];
      for (const other of touched) {
        const both = together[other] ?? 0;
        together[other] = 0;
        if (both < TOGETHER_MIN || other === term || countOf(other) > common) continue;
        const strength = strengthOf(both, own, countOf(other), this.#terms.records);
        if (strength >= STRENGTH_MIN)
          found.push({ name: this.#names[other] ?? '', both, strength });
      }
      if (found.length > 0) learned.push([name, ...strongest(found)].join('\t'));
    }
    return learned.sort();
  }
}

/** Moves each different value of a sorted list to the start of the list, and returns this part of it. */
function withoutRepeats(sorted: Uint16Array): Uint16Array {
  let count = 0;
  for (const value of sorted)
    if (count === 0 || value !== sorted[count - 1]) sorted[count++] = value;
  return sorted.subarray(0, count);
}

/** A related term: its name, the number of records that contain both terms, and the strength of the relation. */
interface RelatedTerm {
  readonly name: string;
  readonly both: number;
  readonly strength: number;
}

function strongest(found: readonly RelatedTerm[]): string[] {
  return [...found]
    .sort((a, b) => b.strength - a.strength || b.both - a.both || (a.name < b.name ? -1 : 1))
    .slice(0, NEIGHBOURS_MAX)
    .map(({ name, both, strength }) => `${name.replaceAll('\t', ' ')}\t${both}\t${strength}`);
}

function isTerm(word: string): boolean {
  return word.length >= TERM_CHARS_MIN && !/\d/.test(word);
}

/** Returns the strength of the relation of two terms, 0 to 1: normalised pointwise mutual information, lower for few records. */
function strengthOf(both: number, a: number, b: number, all: number): number {
  const chance = Math.log((both * all) / (a * b)) / -Math.log(both / all);
  return Math.round(100 * chance * (both / (both + 2))) / 100;
}
