/**
 * The byte that decoders write between separate runs of decoded text. It occurs in no secret token and in no UTF-8 text, so no
 * match extends across it.
 */
export const BORDER = 0xff;

/**
 * Extra capacity for the bytes of one invisible character: they are written before the character is recognised, and then
 * removed.
 */
const SLACK_BYTES = 8;

/**
 * A function that reads all of `input` and writes its decoded form to `sink`. Its time is linear in the length of the input.
 */
export type EncodedTextDecoder = (input: Uint8Array, sink: DecodedByteSink) => void;

/**
 * The output of a decoder: bytes, and on request the offset in the input from which each byte was decoded. Invisible characters
 * (soft hyphen, zero-width characters, byte order mark, variation selectors) are removed when their last byte is written, so
 * none can split a secret token.
 */
export class DecodedByteSink {
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

  /**
   * Writes a code point as UTF-8. Omits NUL, which stands between the letters of UTF-16 text. Writes the separator `BORDER` for
   * a code point above U+FFFF, which no secret token contains.
   */
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

  /** Writes the separator `BORDER`, unless nothing was written yet or the last byte is already `BORDER`. */
  putBorder(origin: number): void {
    if (this.length > 0 && this.#bytes[this.length - 1] !== BORDER) this.put(BORDER, origin);
  }

  /**
   * Returns the written bytes. Returns a copy when they fill less than half of the capacity, so that the large buffer can be
   * freed.
   */
  written(): Uint8Array {
    const used = this.#bytes.subarray(0, this.length);
    return this.length < this.#bytes.length / 2 ? used.slice() : used;
  }

  originOf(offset: number): number {
    return this.#origins?.[offset] ?? 0;
  }

  /** Returns the length in bytes of the invisible UTF-8 character whose last byte is `last`, or 0 when there is none. */
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
