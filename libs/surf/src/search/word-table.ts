/** Sorted words with what is needed to look through all of them quickly. */
export class WordTable {
  readonly #words: readonly string[];
  readonly #places: ReadonlyMap<string, number>;
  /** For each word which letters it has, one bit each: words that differ in many letters need no closer look. */
  readonly #letters: Uint32Array;

  constructor(words: readonly string[]) {
    this.#words = words;
    this.#places = new Map(words.map((word, at) => [word, at]));
    this.#letters = Uint32Array.from(words, lettersOf);
  }

  get size(): number {
    return this.#words.length;
  }

  word(at: number): string {
    return this.#words[at] ?? '';
  }

  /** Place of a word, -1 when it is not there. */
  find(word: string): number {
    return this.#places.get(word) ?? -1;
  }

  letters(at: number): number {
    return this.#letters[at] ?? 0;
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

/** Places of the words within so many changes (a letter more, less, another, or two that changed places). */
export function nearestWords(
  table: WordTable,
  word: string,
  changesMax: number,
): { at: number; changes: number }[] {
  const found: { at: number; changes: number }[] = [];
  const wanted = lettersOf(word);
  for (let at = 0; at < table.size; at++) {
    // One change alters at most two letters' bits.
    if (bitCount(wanted ^ table.letters(at)) > 2 * changesMax) continue;
    const candidate = table.word(at);
    if (Math.abs(candidate.length - word.length) > changesMax) continue;
    const changes = changesBetween(word, candidate, changesMax);
    if (changes <= changesMax) found.push({ at, changes });
  }
  return found;
}

/** Changes between two words, or any number above `max` when there are more (optimal string alignment). */
export function changesBetween(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      let cost = Math.min(
        (previous[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + (same ? 0 : 1),
      );
      if (
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      ) {
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      }
      row.push(cost);
      if (cost < least) least = cost;
    }
    if (least > max) return max + 1;
    before = previous;
    previous = row;
  }
  return previous[b.length] ?? max + 1;
}
