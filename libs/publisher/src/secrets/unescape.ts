import type { DecodedByteSink } from './byte-sink.ts';
import { hexAt, numberAt, type EscapeDecoder } from './escape-parts.ts';
import { readEntity } from './read-entity.ts';

/**
 * Maximum number of white space characters on each side of a `+` between two string literals. With more, the literals are not
 * joined.
 */
const JOIN_BLANKS_MAX = 64;
const NUL = 0;
const LF = 10;
const CR = 13;
const QUOTE = 0x22;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const APOSTROPHE = 0x27;
const BACKSLASH = 0x5c;
const BACKTICK = 0x60;

/** A table with 1 for each byte that may begin an escape. */
const BEGINS = new Uint8Array(256);
for (const byte of [NUL, QUOTE, PERCENT, AMPERSAND, APOSTROPHE, BACKSLASH, BACKTICK])
  BEGINS[byte] = 1;

const CONTROLS: Readonly<Record<number, number>> = {
  [0x62]: 8, // b
  [0x66]: 12, // f
  [0x6e]: LF, // n
  [0x72]: CR, // r
  [0x74]: 9, // t
  [0x76]: 11, // v
};

/**
 * Decodes percent-encoding: `%41`, and `%u0041` of the deprecated `escape()`. The byte of `%41` is written as it is, because
 * several such bytes form one UTF-8 character.
 */
const readPercent: EscapeDecoder = (input, at, sink) => {
  const byte = hexAt(input, at + 1, 2);
  if (byte >= 0) {
    sink.put(byte, at);
    return at + 3;
  }
  const unit = (input[at + 1] ?? 0) === 0x75 ? hexAt(input, at + 2, 4) : -1;
  if (unit < 0) return at;
  sink.putCodePoint(unit, at);
  return at + 6;
};

/** Decodes a Unicode escape of JavaScript: `\u0061` or `\u{61}`. */
function readUnicodeEscape(input: Uint8Array, at: number, sink: DecodedByteSink): number {
  const braced = input[at + 2] === 0x7b;
  const { code, end } = braced
    ? numberAt(input, at + 3, 16)
    : { code: hexAt(input, at + 2, 4), end: at + 6 };
  if (code < 0 || (braced && input[end] !== 0x7d)) return at;
  sink.putCodePoint(code, at);
  return braced ? end + 1 : end;
}

/**
 * Decodes an octal escape such as `\141` with the length that JavaScript uses: three digits up to `\377`, else two. Decodes
 * fewer digits only when `loose` is set.
 */
const readOctalEscape: EscapeDecoder = (input, at, sink, loose) => {
  const most = (input[at + 1] ?? 0) <= 0x33 ? 3 : 2;
  let code = 0;
  let end = at + 1;
  for (; end <= at + most; end += 1) {
    const digit = (input[end] ?? 0) - 0x30;
    if (digit < 0 || digit > 7) break;
    code = code * 8 + digit;
  }
  if (end <= at + most && !loose) return at;
  sink.putCodePoint(code, at);
  return end;
};

/** Removes a backslash before a line break. A string literal of JavaScript ignores both. */
const readContinuation: EscapeDecoder = (input, at, _sink, loose) => {
  const next = input[at + 1];
  if (next === LF) return at + 2;
  if (next !== CR) return at;
  if (input[at + 2] === LF) return at + 3;
  return loose ? at + 2 : at;
};

/**
 * Decodes a backslash escape of JavaScript or JSON. An escape without a special meaning stands for the character after the
 * backslash. A backslash before `%` or `&` is left for the next round of unescaping: these begin an escape that is decoded
 * first, such as `%75` for the `u` of `\u0061`.
 */
const readBackslash: EscapeDecoder = (input, at, sink, loose) => {
  const next = input[at + 1] ?? NUL;
  if (next === NUL || next === PERCENT || next === AMPERSAND || next >= 0x80) return at;
  if (next === LF || next === CR) return readContinuation(input, at, sink, loose);
  if (next === 0x75) return readUnicodeEscape(input, at, sink);
  if (next >= 0x30 && next <= 0x37) return readOctalEscape(input, at, sink, loose);
  if (next === 0x78) {
    const code = hexAt(input, at + 2, 2);
    if (code < 0) return at;
    sink.putCodePoint(code, at);
    return at + 4;
  }
  sink.putCodePoint(CONTROLS[next] ?? next, at);
  return at + 2;
};

function isQuote(byte: number | undefined): boolean {
  return byte === QUOTE || byte === APOSTROPHE || byte === BACKTICK;
}

function skipBlanks(input: Uint8Array, at: number): number {
  let end = at;
  while (end < at + JOIN_BLANKS_MAX && isBlank(input[end])) end += 1;
  return end;
}

function isBlank(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 9 || byte === LF || byte === CR;
}

/**
 * Removes the characters between two joined string literals, as in `'ak_' + 'x'`, so that a secret token that is split between
 * them is found.
 */
const readJoin: EscapeDecoder = (input, at) => {
  const plus = skipBlanks(input, at + 1);
  if (input[plus] !== 0x2b) return at;
  const quote = skipBlanks(input, plus + 1);
  return isQuote(input[quote]) ? quote + 1 : at;
};

const readEscape: EscapeDecoder = (input, at, sink, loose) => {
  switch (input[at]) {
    case NUL:
      return at + 1;
    case PERCENT:
      return readPercent(input, at, sink, loose);
    case AMPERSAND:
      return readEntity(input, at, sink, loose);
    case BACKSLASH:
      return readBackslash(input, at, sink, loose);
    default:
      return readJoin(input, at, sink, loose);
  }
};

const readSplit: EscapeDecoder = (input, at, sink, loose) => {
  const byte = input[at];
  if (byte === NUL) return at + 1;
  if (byte === BACKSLASH) return readContinuation(input, at, sink, loose);
  return isQuote(byte) ? readJoin(input, at, sink, loose) : at;
};

/**
 * Removes everything that may stand inside an escape and split it: joins of string literals, continued lines, NUL bytes of
 * UTF-16, invisible characters.
 */
export function joinText(input: Uint8Array, sink: DecodedByteSink): void {
  decode(input, sink, readSplit, false);
}

function decode(
  input: Uint8Array,
  sink: DecodedByteSink,
  read: EscapeDecoder,
  loose: boolean,
): void {
  for (let at = 0; at < input.length;) {
    const byte = input[at] ?? 0;
    const end = BEGINS[byte] === 1 ? read(input, at, sink, loose) : at;
    if (end > at) at = end;
    else {
      sink.put(byte, at);
      at += 1;
    }
  }
}

/**
 * Decodes one level of all kinds of escapes in one pass: percent-encoding, character references, escapes of JavaScript and
 * JSON, joined string literals, NUL bytes of UTF-16, invisible characters. The kinds begin with different characters, so none
 * hides another. The output is shorter than the input exactly when something was decoded.
 */
export function unescape(input: Uint8Array, sink: DecodedByteSink): void {
  decode(input, sink, readEscape, false);
}

/**
 * Decodes like `unescape`, and also incomplete escapes as browsers do: `&#97` and `&amp` without a semicolon, `\0`. Only for
 * text without complete escapes, because the end of an escape may itself be escaped: `&#9&#55;;` is `&#97;`.
 */
export function unescapeLoosely(input: Uint8Array, sink: DecodedByteSink): void {
  decode(input, sink, readEscape, true);
}
