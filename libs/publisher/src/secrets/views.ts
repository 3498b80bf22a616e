import { ByteSink, type Decoder } from './byte-sink.ts';
import { decodeBase64, decodedBase64Max } from './decode-base64.ts';
import { decodedUtf16Max, decodeUtf16, mayBeUtf16 } from './decode-utf16.ts';
import { stripTags } from './strip-tags.ts';
import { joinText, unescape, unescapeLoosely } from './unescape.ts';

/** A text of the page, or the output of a decoder for another view. */
export interface View {
  readonly bytes: Uint8Array;
  /** The page offset of the byte at this offset. The first call runs the decoder again. */
  originOf(offset: number): number;
}

/** Maximum number of nested escapes that are decoded. */
const ESCAPE_ROUNDS_MAX = 6;
/** Maximum nesting of base64 and UTF-16 that is decoded. */
const ENCODING_DEPTH_MAX = 3;

interface ViewKind {
  readonly decode: Decoder;
  readonly capacity: (bytes: number) => number;
}

const sameSize = (bytes: number): number => bytes;
const SPLITS: ViewKind = { decode: joinText, capacity: sameSize };
const ESCAPES: ViewKind = { decode: unescape, capacity: sameSize };
const LOOSE_ESCAPES: ViewKind = { decode: unescapeLoosely, capacity: sameSize };
const TAGS: ViewKind = { decode: stripTags, capacity: sameSize };
const BASE64: ViewKind = { decode: decodeBase64, capacity: decodedBase64Max };
const UTF16: ViewKind = { decode: decodeUtf16, capacity: decodedUtf16Max };

function decodeView(parent: View, { decode, capacity }: ViewKind): View {
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
 * The text without characters that may split an escape, then after each further round of unescaping until nothing changes.
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

/** The decoded view; null when the decoder changes nothing. */
function shorter(view: View, kind: ViewKind): View | null {
  const next = decodeView(view, kind);
  return next.bytes.length < view.bytes.length ? next : null;
}

/** The view, its unescaped forms, and the decoded views inside these. */
function* viewsWithin(view: View, depth: number): Generator<View> {
  yield view;
  if (depth > 0) yield* utf16Within(view, depth);
  let plain = view;
  for (const next of unescapedViews(view)) {
    yield next;
    if (depth > 0) yield* utf16Within(next, depth);
    plain = next;
  }
  // No escape begins with a base64 character, so base64 in any of these forms is still in the last one.
  if (depth > 0) yield* encodedWithin(plain, BASE64, depth);
  const text = depth === ENCODING_DEPTH_MAX ? shorter(plain, TAGS) : null;
  if (text !== null) yield text;
}

function* utf16Within(view: View, depth: number): Generator<View> {
  if (mayBeUtf16(view.bytes)) yield* encodedWithin(view, UTF16, depth);
}

function* encodedWithin(view: View, kind: ViewKind, depth: number): Generator<View> {
  const inner = decodeView(view, kind);
  if (inner.bytes.length > 0) yield* viewsWithin(inner, depth - 1);
}

/**
 * Every form in which a text may be read: unchanged, without escapes, without tags, and decoded from UTF-16 and base64,
 * nested. A decoder keeps almost nothing of noise, so the work is linear in the length of the text.
 */
export function viewsOf(bytes: Uint8Array): Iterable<View> {
  return viewsWithin({ bytes, originOf: (offset) => offset }, ENCODING_DEPTH_MAX);
}
