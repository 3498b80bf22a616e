/** Words with this number of letters or more are grouped as if they had the same length. */
const LENGTH_MAX = 41;

/** The sorted words of an index, prepared for finding words that are similar to a mistyped one. */
export class WordSimilarityTable {
  readonly #words: readonly string[];
  readonly #indexes: ReadonlyMap<string, number>;
  /** Indexes of the words, sorted by word length, so that a search skips words of other lengths. */
  readonly #byLength: Uint32Array;
  /** For each word length, the first position in `#byLength`. */
  readonly #starts: Uint32Array;
  /** The letters of each word of `#byLength` as bits, so that a search skips words with different letters. */
  readonly #letters: Uint32Array;

  constructor(words: readonly string[]) {
    this.#words = words;
    this.#indexes = new Map(words.map((word, at) => [word, at]));
    const lengthOf = (word: string): number => Math.min(word.length, LENGTH_MAX);
    this.#starts = new Uint32Array(LENGTH_MAX + 2);
    for (const word of words) this.#starts[lengthOf(word) + 1] = this.start(lengthOf(word) + 1) + 1;
    for (let length = 1; length < this.#starts.length; length++)
      this.#starts[length] = this.start(length) + this.start(length - 1);
    const next = this.#starts.slice();
    this.#byLength = new Uint32Array(words.length);
    for (const [at, word] of words.entries()) {
      const order = next[lengthOf(word)] ?? 0;
      next[lengthOf(word)] = order + 1;
      this.#byLength[order] = at;
    }
    this.#letters = Uint32Array.from(this.#byLength, (at) => lettersOf(words[at] ?? ''));
  }

  /** Returns the position in the list of words sorted by length from which words have at least this length. */
  start(length: number): number {
    return this.#starts[Math.max(0, Math.min(length, LENGTH_MAX + 1))] ?? 0;
  }

  /** Returns the index, in alphabetical order, of the word at a position in the list of words sorted by length. */
  indexAt(order: number): number {
    return this.#byLength[order] ?? 0;
  }

  word(at: number): string {
    return this.#words[at] ?? '';
  }

  /** Returns the index of a word; -1 when the table does not have it. */
  find(word: string): number {
    return this.#indexes.get(word) ?? -1;
  }

  /** Returns the letters, as a bit set, of the word at a position in the list of words sorted by length. */
  letters(order: number): number {
    return this.#letters[order] ?? 0;
  }
}

/** Returns the letters of a word as a bit set: 26 bits for a-z, and 5 bits that all other characters share. */
function lettersOf(word: string): number {
  let bits = 0;
  for (let at = 0; at < word.length; at++) {
    const code = word.charCodeAt(at) - 97;
    bits |= 1 << (code >= 0 && code < 26 ? code : 26 + (word.charCodeAt(at) % 5));
  }
  return bits >>> 0;
}

function bitCount(bits: number): number {
  let left = bits - ((bits >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return (((left + (left >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/**
 * Returns the indexes of the words of the table that differ from `word` by at most `changesMax` edits, sorted. An edit adds,
 * removes or replaces a letter, or transposes two.
 */
export function nearestWords(
  table: WordSimilarityTable,
  word: string,
  changesMax: number,
): { at: number; changes: number }[] {
  const found: { at: number; changes: number }[] = [];
  const wanted = lettersOf(word);
  const end = table.start(word.length + changesMax + 1);
  for (
    let order = table.start(Math.min(LENGTH_MAX, word.length - changesMax));
    order < end;
    order++
  ) {
    // One edit removes at most one letter and adds at most one, so it changes at most two bits of the set of letters.
    if (bitCount(wanted ^ table.letters(order)) > 2 * changesMax) continue;
    const at = table.indexAt(order);
    const changes = changesBetween(word, table.word(at), changesMax);
    if (changes <= changesMax) found.push({ at, changes });
  }
  return found.sort((a, b) => a.at - b.at);
}

/** Three rows of the distance table, reused for every pair of words. */
let distanceRows = [new Uint16Array(64), new Uint16Array(64), new Uint16Array(64)] as const;

/**
 * Returns the optimal string alignment distance of two words; a number above `max` when it exceeds `max`. The package
 * fastest-levenshtein counts two transposed letters ("kandinksy") as two edits and has no limit, so it would change the
 * corrections.
 */
export function changesBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  if (distanceRows[0].length <= b.length)
    distanceRows = [
      new Uint16Array(2 * b.length),
      new Uint16Array(2 * b.length),
      new Uint16Array(2 * b.length),
    ];
  let [before, previous, row] = distanceRows;
  for (let j = 0; j <= b.length; j++) previous[j] = j;
  for (let i = 1; i <= a.length; i++) {
    // Cells of the distance table that are farther from the diagonal than `max` have values above `max`, so they are not
    // computed.
    const from = Math.max(1, i - max);
    const to = Math.min(b.length, i + max);
    row[from - 1] = from === 1 ? i : max + 1;
    let least = row[from - 1] ?? 0;
    const letter = a.charCodeAt(i - 1);
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1);
      const above = j === i + max ? max + 1 : (previous[j] ?? 0) + 1;
      let cost = Math.min(
        above,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (letter === other ? 0 : 1),
      );
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > max) return max + 1;
    [before, previous, row] = [previous, row, before];
  }
  return previous[b.length] ?? max + 1;
}
