import { DecodedByteSink, type EncodedTextDecoder } from './byte-sink.ts';
import { decodeBase64, decodedBase64Max } from './decode-base64.ts';
import { decodedUtf16Max, decodeUtf16, mayBeUtf16 } from './decode-utf16.ts';
import { stripTags } from './strip-tags.ts';
import { joinText, unescape, unescapeLoosely } from './unescape.ts';

/**
 * Bytes to search for secrets: an original text of the publication, or the output of a decoder that read such a text or output.
 */
export interface BytesWithSourceOffsets {
  readonly bytes: Uint8Array;
  /**
   * Returns the offset in the original text from which the byte at `offset` of `bytes` was decoded. The first call runs the
   * decoder a second time, to record the offsets.
   */
  originOf(offset: number): number;
}

/** Maximum number of unescaping rounds. A secret that is escaped more often is not found. */
const ESCAPE_ROUNDS_MAX = 6;
/** Maximum number of nested base64 and UTF-16 encodings that are decoded. A secret that is nested deeper is not found. */
const ENCODING_DEPTH_MAX = 3;

/** A decoder, and the function that returns the maximum size of its output for an input of `bytes` bytes. */
interface DecoderWithMaxOutputSize {
  readonly decode: EncodedTextDecoder;
  readonly capacity: (bytes: number) => number;
}

const sameSize = (bytes: number): number => bytes;
const SPLITS: DecoderWithMaxOutputSize = { decode: joinText, capacity: sameSize };
const ESCAPES: DecoderWithMaxOutputSize = { decode: unescape, capacity: sameSize };
const LOOSE_ESCAPES: DecoderWithMaxOutputSize = { decode: unescapeLoosely, capacity: sameSize };
const TAGS: DecoderWithMaxOutputSize = { decode: stripTags, capacity: sameSize };
const BASE64: DecoderWithMaxOutputSize = { decode: decodeBase64, capacity: decodedBase64Max };
const UTF16: DecoderWithMaxOutputSize = { decode: decodeUtf16, capacity: decodedUtf16Max };

function decodeView(
  parent: BytesWithSourceOffsets,
  { decode, capacity }: DecoderWithMaxOutputSize,
): BytesWithSourceOffsets {
  const run = (withOrigins: boolean): DecodedByteSink => {
    const sink = new DecodedByteSink(capacity(parent.bytes.length), withOrigins);
    decode(parent.bytes, sink);
    return sink;
  };
  let traced: DecodedByteSink | null = null;
  return {
    bytes: run(false).written(),
    originOf: (offset) => {
      traced ??= run(true);
      return parent.originOf(traced.originOf(offset));
    },
  };
}

/**
 * Yields the bytes of `view` without characters that may split an escape, then the result of each unescaping round. Stops when
 * a round changes nothing, and after `ESCAPE_ROUNDS_MAX` rounds.
 */
function* unescapedViews(view: BytesWithSourceOffsets): Generator<BytesWithSourceOffsets> {
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

/** Returns the decoded bytes, or null when they are not shorter than the input: then the decoder changed nothing. */
function shorter(
  view: BytesWithSourceOffsets,
  kind: DecoderWithMaxOutputSize,
): BytesWithSourceOffsets | null {
  const next = decodeView(view, kind);
  return next.bytes.length < view.bytes.length ? next : null;
}

/**
 * Yields the bytes of `view`, their unescaped forms, and the texts that are encoded in these as UTF-16 or base64, up to `depth`
 * nested encodings.
 */
function* viewsWithin(
  view: BytesWithSourceOffsets,
  depth: number,
): Generator<BytesWithSourceOffsets> {
  yield view;
  if (depth > 0) yield* utf16Within(view, depth);
  let plain = view;
  for (const next of unescapedViews(view)) {
    yield next;
    if (depth > 0) yield* utf16Within(next, depth);
    plain = next;
  }
  // No escape begins with a base64 character, so unescaping does not change base64. It is enough to decode base64 in the
  // completely unescaped text.
  if (depth > 0) yield* encodedWithin(plain, BASE64, depth);
  const text = depth === ENCODING_DEPTH_MAX ? shorter(plain, TAGS) : null;
  if (text !== null) yield text;
}

function* utf16Within(
  view: BytesWithSourceOffsets,
  depth: number,
): Generator<BytesWithSourceOffsets> {
  if (mayBeUtf16(view.bytes)) yield* encodedWithin(view, UTF16, depth);
}

function* encodedWithin(
  view: BytesWithSourceOffsets,
  kind: DecoderWithMaxOutputSize,
  depth: number,
): Generator<BytesWithSourceOffsets> {
  const inner = decodeView(view, kind);
  if (inner.bytes.length > 0) yield* viewsWithin(inner, depth - 1);
}

/**
 * All forms of a text that are searched for secrets: unchanged, unescaped, without tags, and decoded from nested UTF-16 and
 * base64. Decoders drop almost all bytes that are no text, so the total work is linear in the length of the text.
 */
export function viewsOf(bytes: Uint8Array): Iterable<BytesWithSourceOffsets> {
  return viewsWithin({ bytes, originOf: (offset) => offset }, ENCODING_DEPTH_MAX);
}
