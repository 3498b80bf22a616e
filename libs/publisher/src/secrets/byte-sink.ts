/** The byte that separates runs of decoded text. It occurs in no token and in no UTF-8 text. */
export const BORDER = 0xff;

/** Extra capacity for one character that is written before it is recognised as invisible. */
const SLACK_BYTES = 8;

/** A function that reads all of `input` and writes its decoded form to `sink`, in time linear in the input's length. */
export type Decoder = (input: Uint8Array, sink: ByteSink) => void;

/**
 * The output of a decoder: bytes, and on request the offset in the input from which each byte was read. Characters that
 * are not displayed (soft hyphen, zero-width characters, byte order mark, variation selectors) are removed as soon as
 * their last byte is written, so they split no token.
 */
export class ByteSink {
  length = 0;
  readonly #bytes: Uint8Array;
  readonly #origins: Uint32Array | null;

  constructor(capacity: number, withOrigins: boolean) {
    this.#bytes = new Uint8Array(capacity + SLACK_BYTES);
    this.#origins = withOrigins ? new Uint32Array(capacity + SLACK_BYTES) : null;
  }

  put(byte: number, origin: number): void {
    this.#bytes[this.length] = byte;
    if (this.#origins !== null) this.#origins[this.length] = origin;
    this.length += 1;
    if (byte >= 0x80 && byte !== BORDER) this.length -= this.#invisibleTail(byte);
  }

  /** Writes a code point as UTF-8; NUL, which interleaves UTF-16, is left out. */
  putCodePoint(code: number, origin: number): void {
    if (code === 0) return;
    if (code < 0x80) this.put(code, origin);
    else if (code < 0x800) {
      this.put(0xc0 | (code >> 6), origin);
      this.put(0x80 | (code & 63), origin);
    } else if (code < 0x10000) {
      this.put(0xe0 | (code >> 12), origin);
      this.put(0x80 | ((code >> 6) & 63), origin);
      this.put(0x80 | (code & 63), origin);
    } else this.put(BORDER, origin);
  }

  /** Writes `BORDER`, unless the last byte is already `BORDER`. */
  putBorder(origin: number): void {
    if (this.length > 0 && this.#bytes[this.length - 1] !== BORDER) this.put(BORDER, origin);
  }

  /** Returns the written bytes; a copy when they use less than half of the capacity. */
  written(): Uint8Array {
    const used = this.#bytes.subarray(0, this.length);
    return this.length < this.#bytes.length / 2 ? used.slice() : used;
  }

  originOf(offset: number): number {
    return this.#origins?.[offset] ?? 0;
  }

  /** The length of the invisible character in UTF-8 that ends with `last`, else 0. */
  #invisibleTail(last: number): number {
    const before = this.#bytes[this.length - 2] ?? 0;
    if (before === 0xc2) return last === 0xad ? 2 : 0;
    if (before === 0xcd) return last === 0x8f ? 2 : 0;
    if (before === 0xd8) return last === 0x9c ? 2 : 0;
    const first = this.length > 2 ? this.#bytes[this.length - 3] : 0;
    const isInvisible =
      (first === 0xe2 && before === 0x80 && isBetween(last, 0x8b, 0x8f)) ||
      (first === 0xe2 && before === 0x80 && isBetween(last, 0xaa, 0xae)) ||
      (first === 0xe2 && before === 0x81 && isBetween(last, 0xa0, 0xaf)) ||
      (first === 0xef && before === 0xb8 && isBetween(last, 0x80, 0x8f)) ||
      (first === 0xef && before === 0xbb && last === 0xbf) ||
      (first === 0xe1 && before === 0xa0 && last === 0x8e);
    return isInvisible ? 3 : 0;
  }
}

function isBetween(byte: number, low: number, high: number): boolean {
  return byte >= low && byte <= high;
}
