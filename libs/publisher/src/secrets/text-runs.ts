import type { DecodedByteSink } from './byte-sink.ts';

/**
 * Minimum number of printable ASCII characters in a run (a sequence of bytes that may be text) that is kept: the shortest
 * secrets have 20.
 */
const RUN_CHARS_MIN = 20;

const BREAKS = 0;
const BELONGS = 1;
const COUNTS = 2;

/**
 * How each byte affects a run, a sequence of bytes that may be text. Printable ASCII `COUNTS` towards the run's length. A byte
 * of an invisible character, or a control byte up to 0x0F, `BELONGS` to the run without counting. Any other byte `BREAKS` it.
 */
const ROLE = new Uint8Array(256);
ROLE.fill(COUNTS, 0x20, 0x7f);
ROLE.fill(BELONGS, 0x80, 0x90);
ROLE.fill(BELONGS, 0xa0, 0xb0);
ROLE.fill(BELONGS, 0, 0x10);
for (const byte of [0x18, 0x1c, 0x9c, 0xb8, 0xbb, 0xbf]) ROLE[byte] = BELONGS;
for (const byte of [0xc2, 0xcd, 0xd8, 0xe1, 0xe2, 0xef, 0xfe, 0xff]) ROLE[byte] = BELONGS;

/**
 * Writes decoded bytes to a sink, but only runs that may be text. Images and wrongly aligned base64 decode to noise with almost
 * no such runs, so the next level of nested decoding has fewer bytes to read.
 */
export class DecodedTextFilter {
  readonly #sink: DecodedByteSink;
  #start = 0;
  #count = 0;

  constructor(sink: DecodedByteSink) {
    this.#sink = sink;
    this.#start = sink.length;
  }

  put(byte: number, origin: number): void {
    const role = ROLE[byte];
    if (role === BREAKS) {
      this.end(origin);
      return;
    }
    if (role === COUNTS) this.#count += 1;
    this.#sink.put(byte, origin);
  }

  /**
   * Ends the current run of text bytes: appends the separator `BORDER`, or removes the run when it has fewer than
   * `RUN_CHARS_MIN` printable characters.
   */
  end(origin: number): void {
    if (this.#count < RUN_CHARS_MIN) this.#sink.length = this.#start;
    else this.#sink.putBorder(origin);
    this.#start = this.#sink.length;
    this.#count = 0;
  }
}
