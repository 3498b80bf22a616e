import { ByteSink, type Decoder } from './byte-sink.ts';
import { decodeBase64, decodedBase64Max } from './decode-base64.ts';
import { decodedUtf16Max, decodeUtf16, mayBeUtf16 } from './decode-utf16.ts';
import { stripTags } from './strip-tags.ts';
import { joinText, unescape, unescapeLoosely } from './unescape.ts';

/** A text as it stands in a page, or as a decoder reads it out of another view. */
export interface View {
  readonly bytes: Uint8Array;
  /** Offset in the page of the byte at this offset; a decoder runs again when it is first asked. */
  originOf(offset: number): number;
}

/** Layers of escapes taken off one text: an escape in an escape in an escape. */
const ESCAPE_ROUNDS_MAX = 6;
/** Base64 and UTF-16 that are taken off, one inside the other. */
const ENCODING_DEPTH_MAX = 3;

interface Kind {
  readonly decode: Decoder;
  readonly capacity: (bytes: number) => number;
}

const sameSize = (bytes: number): number => bytes;
const SPLITS: Kind = { decode: joinText, capacity: sameSize };
const ESCAPES: Kind = { decode: unescape, capacity: sameSize };
const LOOSE_ESCAPES: Kind = { decode: unescapeLoosely, capacity: sameSize };
const TAGS: Kind = { decode: stripTags, capacity: sameSize };
const BASE64: Kind = { decode: decodeBase64, capacity: decodedBase64Max };
const UTF16: Kind = { decode: decodeUtf16, capacity: decodedUtf16Max };

function decodeView(parent: View, { decode, capacity }: Kind): View {
  const run = (withOrigins: boolean): ByteSink => {
    const sink = new ByteSink(capacity(parent.bytes.length), withOrigins);
    decode(parent.bytes, sink);
    return sink;
  };
  let traced: ByteSink | null = null;
  return {
    bytes: run(false).written(),
    originOf: (offset) => {
      traced ??= run(true);
      return parent.originOf(traced.originOf(offset));
    },
  };
}

/**
 * The text without what may split an escape; then with one layer of escapes less, with two less, and so on until none
 * is left.
 */
function* unescapedViews(view: View): Generator<View> {
  let current = view;
  for (let round = 0; round < ESCAPE_ROUNDS_MAX; round += 1) {
    const next =
      (round === 0 ? shorter(current, SPLITS) : null) ??
      shorter(current, ESCAPES) ??
      shorter(current, LOOSE_ESCAPES);
    if (next === null) return;
    yield next;
    current = next;
  }
}

/** What the decoder makes of the view; null when it changes nothing. */
function shorter(view: View, kind: Kind): View | null {
  const next = decodeView(view, kind);
  return next.bytes.length < view.bytes.length ? next : null;
}

/** The view, it without its escapes, and all that is encoded inside these. */
function* viewsWithin(view: View, depth: number): Generator<View> {
  yield view;
  if (depth > 0) yield* utf16Within(view, depth);
  let plain = view;
  for (const next of unescapedViews(view)) {
    yield next;
    if (depth > 0) yield* utf16Within(next, depth);
    plain = next;
  }
  // No escape begins with a letter of base64, so what was base64 in any of them still is in the last.
  if (depth > 0) yield* encodedWithin(plain, BASE64, depth);
  const text = depth === ENCODING_DEPTH_MAX ? shorter(plain, TAGS) : null;
  if (text !== null) yield text;
}

function* utf16Within(view: View, depth: number): Generator<View> {
  if (mayBeUtf16(view.bytes)) yield* encodedWithin(view, UTF16, depth);
}

function* encodedWithin(view: View, kind: Kind, depth: number): Generator<View> {
  const inner = decodeView(view, kind);
  if (inner.bytes.length > 0) yield* viewsWithin(inner, depth - 1);
}

/**
 * Every way to read a text that its reader could use: as it stands, without its escapes, without its tags, and decoded
 * from UTF-16 and base64, nested. What a decoder keeps of noise is next to nothing, so the work grows with the text.
 */
export function viewsOf(bytes: Uint8Array): Iterable<View> {
  return viewsWithin({ bytes, originOf: (offset) => offset }, ENCODING_DEPTH_MAX);
}
