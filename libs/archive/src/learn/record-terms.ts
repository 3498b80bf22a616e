/** Maximum number of records whose terms are kept. Of more records, those whose hash is lowest are kept. */
const RECORDS_MAX = 800_000;
/** Maximum number of terms (such as title words) of one record. */
export const RECORD_TERMS_MAX = 32;
const FIRST_TERMS = 1 << 16;

/**
 * The terms (such as title words) of many records, as numbers in one buffer. Which records are kept does not depend on the
 * order in which they are added.
 */
export class RecordTermNumberSampler {
  #terms = new Uint16Array(FIRST_TERMS);
  #used = 0;
  /** For each record, the end of its terms in `#terms`; `#hashes` has a hash of these terms. */
  #ends = new Uint32Array(FIRST_TERMS);
  #hashes = new Uint32Array(FIRST_TERMS);
  #records = 0;
  #limit = 2 ** 32;

  get records(): number {
    return this.#records;
  }

  /** Adds the terms of a record. `hash`: a hash of these terms, which decides whether the record is kept. */
  add(hash: number, terms: Uint16Array): void {
    if (hash >= this.#limit) return;
    if (this.#records === this.#ends.length) {
      this.#ends = larger(this.#ends, new Uint32Array(2 * this.#ends.length));
      this.#hashes = larger(this.#hashes, new Uint32Array(2 * this.#hashes.length));
    }
    if (this.#used + terms.length > this.#terms.length)
      this.#terms = larger(this.#terms, new Uint16Array(2 * this.#terms.length));
    this.#terms.set(terms, this.#used);
    this.#used += terms.length;
    this.#ends[this.#records] = this.#used;
    this.#hashes[this.#records] = hash;
    this.#records += 1;
    while (this.#records > RECORDS_MAX) this.#halve();
  }

  #halve(): void {
    this.#limit /= 2;
    let [records, used] = [0, 0];
    for (let at = 0; at < this.#records; at++) {
      const hash = this.#hashes[at] ?? 0;
      const terms = this.of(at);
      if (hash >= this.#limit) continue;
      this.#terms.set(terms, used);
      used += terms.length;
      this.#ends[records] = used;
      this.#hashes[records] = hash;
      records += 1;
    }
    [this.#records, this.#used] = [records, used];
  }

  /** Returns the terms of the record with this number. */
  of(record: number): Uint16Array {
    const from = record === 0 ? 0 : (this.#ends[record - 1] ?? 0);
    return this.#terms.subarray(from, this.#ends[record]);
  }
}

function larger<T extends Uint16Array | Uint32Array>(full: T, made: T): T {
  made.set(full);
  return made;
}

/** For each term, the number of records that contain it; for rare terms also the numbers of these records. */
export interface RecordsByTerm {
  readonly counts: Uint32Array;
  /** For each term, the index in `records` at which its records begin; they end where those of the next term begin. */
  readonly starts: Uint32Array;
  readonly records: Uint32Array;
}

/** Finds the records of each term. `terms`: number of terms; `most`: maximum number of records of a rare term. */
export function recordsByTerm(
  of: RecordTermNumberSampler,
  terms: number,
  most: number,
): RecordsByTerm {
  const counts = new Uint32Array(terms);
  for (let record = 0; record < of.records; record++)
    for (const term of of.of(record)) counts[term] = (counts[term] ?? 0) + 1;
  const starts = new Uint32Array(terms + 1);
  for (const [term, count] of counts.entries())
    starts[term + 1] = (starts[term] ?? 0) + (count > most ? 0 : count);
  const records = new Uint32Array(starts[terms] ?? 0);
  const next = starts.slice();
  for (let record = 0; record < of.records; record++)
    for (const term of of.of(record)) {
      if ((counts[term] ?? 0) > most) continue;
      const at = next[term] ?? 0;
      records[at] = record;
      next[term] = at + 1;
    }
  return { counts, starts, records };
}
