/** Words from this length on are looked through together. */
const LENGTH_MAX = 41;

/** Sorted words with what is needed to look through all of them quickly. */
export class WordTable {
  readonly #words: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  /** Places of the words, the shorter words first: words of another length need no look at all. */
  readonly #byLength: Uint32Array;
  /** For each length where its words begin among them. */
  readonly #starts: Uint32Array;
  /** For each of them which letters it has, one bit each: words that differ in many letters need no closer look. */
  readonly #letters: Uint32Array;

  constructor(words: readonly string[]) {
    this.#words = words;
    this.#places = new Map(words.map((word, at) => [word, at]));
    const lengthOf = (word: string): number => Math.min(word.length, LENGTH_MAX);
    this.#starts = new Uint32Array(LENGTH_MAX + 2);
    for (const word of words) this.#starts[lengthOf(word) + 1] = this.start(lengthOf(word) + 1) + 1;
    for (let length = 1; length < this.#starts.length; length++)
      this.#starts[length] = this.start(length) + this.start(length - 1);
    const next = this.#starts.slice();
    this.#byLength = new Uint32Array(words.length);
    for (const [at, word] of words.entries()) {
      const place = next[lengthOf(word)] ?? 0;
      next[lengthOf(word)] = place + 1;
      this.#byLength[place] = at;
    }
    this.#letters = Uint32Array.from(this.#byLength, (at) => lettersOf(words[at] ?? ''));
  }

  /** Where the words of this length begin in the order of their length. */
  start(length: number): number {
    return this.#starts[Math.max(0, Math.min(length, LENGTH_MAX + 1))] ?? 0;
  }

  /** Place of the word that stands here in the order of their length. */
  place(order: number): number {
    return this.#byLength[order] ?? 0;
  }

  word(at: number): string {
    return this.#words[at] ?? '';
  }

  /** Place of a word, -1 when it is not there. */
  find(word: string): number {
    return this.#places.get(word) ?? -1;
  }

  /** Letters of the word that stands here in the order of their length. */
  letters(order: number): number {
    return this.#letters[order] ?? 0;
  }
}

/** One bit per letter a-z, five for the rest. */
export function lettersOf(word: string): number {
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

/** Places of the words within so many changes (a letter more, less, another, or two that changed places), in their order. */
export function nearestWords(
  table: WordTable,
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
    // One change alters at most two letters' bits.
    if (bitCount(wanted ^ table.letters(order)) > 2 * changesMax) continue;
    const at = table.place(order);
    const changes = changesBetween(word, table.word(at), changesMax);
    if (changes <= changesMax) found.push({ at, changes });
  }
  return found.sort((a, b) => a.at - b.at);
}

/** Three lines of the table of changes, used again for every pair of words. */
let lines = [new Uint16Array(64), new Uint16Array(64), new Uint16Array(64)] as const;

/** Changes between two words, or any number above `max` when there are more (optimal string alignment). */
export function changesBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  if (lines[0].length <= b.length)
    lines = [
      new Uint16Array(2 * b.length),
      new Uint16Array(2 * b.length),
      new Uint16Array(2 * b.length),
    ];
  let [before, previous, row] = lines;
  for (let j = 0; j <= b.length; j++) previous[j] = j;
  for (let i = 1; i <= a.length; i++) {
    // What is farther from the diagonal than `max` cannot come back within it.
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
