import { matchTokens } from './match-tokens.ts';
import { viewsOf } from './views.ts';

/** The part of a publication to which a text belongs: the HTML, a layer (HTML or CSS beside the draft), the title or a file. */
export type PublicationPartKind = 'html' | 'layer' | 'title' | 'file';

/**
 * The position of a layer (HTML or CSS that the editor stores beside the draft) inside the page that was composed from HTML and
 * layers.
 */
export interface LayerPositionInPage {
  readonly layer_id: string;
  /** Byte offset at which the layer begins in the composed page. */
  readonly start: number;
  /** Number of lines that the composition inserted between the beginning of the layer in the page and the layer's own text. */
  readonly addedLines: number;
}

/** All texts that a publication makes public. */
export interface PublicationContent {
  /** The composed page, UTF-8. */
  readonly html: Uint8Array;
  /** The positions of the layers that were composed into `html`, in ascending order of `start`. */
  readonly layers?: readonly LayerPositionInPage[];
  readonly title: string;
  /** The files beside the HTML page, with any bytes. */
  readonly files?: readonly { readonly path: string; readonly bytes: Uint8Array }[];
}

/** Kind and position of a secret, never the secret itself. */
export interface SecretFinding {
  readonly kind: string;
  readonly part: PublicationPartKind;
  /** The id of the layer or the path of the file. Missing for other parts, and when the id or path itself contains a secret. */
  readonly name?: string;
  /** Line within `part`, counted from 1. */
  readonly line: number;
  /** Column within the line, in UTF-16 code units, counted from 1. */
  readonly column: number;
}

/** Maximum number of secrets that one search returns. It stops at this number. */
export const SECRETS_SHOWN_MAX = 20;

const LINE_FEED = 10;
const utf8Decoder = new TextDecoder('utf-8', { ignoreBOM: true });
const utf8Encoder = new TextEncoder();

/** A text to search for secrets, with the part of the publication that it is. */
interface SearchedPublicationPart {
  readonly part: PublicationPartKind;
  readonly bytes: Uint8Array;
  readonly name?: string;
  readonly layers?: readonly LayerPositionInPage[];
}

/** The kind of a secret, and its byte offset in the searched text. */
interface SecretOffsetInText {
  readonly kind: string;
  readonly offset: number;
}

/**
 * Finds up to `most` secrets in one text, sorted by offset. A secret that is found in several decodings of the text is returned
 * once.
 */
function placesIn(bytes: Uint8Array, most: number): readonly SecretOffsetInText[] {
  const places = new Map<string, SecretOffsetInText>();
  for (const view of viewsOf(bytes)) {
    for (const { kind, start } of matchTokens(view.bytes)) {
      const offset = view.originOf(start);
      places.set(`${offset} ${kind}`, { kind, offset });
      if (places.size >= most) break;
    }
    if (places.size >= most) break;
  }
  return [...places.values()].toSorted((a, b) => a.offset - b.offset);
}

function lineAndColumn(bytes: Uint8Array, start: number, offset: number) {
  let line = 1;
  let from = start;
  for (
    let at = bytes.indexOf(LINE_FEED, from);
    at >= 0 && at < offset;
    at = bytes.indexOf(LINE_FEED, from)
  ) {
    line += 1;
    from = at + 1;
  }
  return { line, column: utf8Decoder.decode(bytes.subarray(from, offset)).length + 1 };
}

function holdsSecret(text: string): boolean {
  return placesIn(utf8Encoder.encode(text), 1).length > 0;
}

const withSafeName = (name: string): { name?: string } => (holdsSecret(name) ? {} : { name });

/**
 * Converts the byte offset of a secret to line and column. For a secret in a layer, lines count from the start of the layer,
 * not of the page.
 */
function findingAt(
  { part, bytes, name, layers = [] }: SearchedPublicationPart,
  place: SecretOffsetInText,
): SecretFinding {
  const { kind, offset } = place;
  const layer = layers.findLast(({ start }) => start <= offset);
  if (layer === undefined)
    return {
      kind,
      part,
      ...(name === undefined ? {} : withSafeName(name)),
      ...lineAndColumn(bytes, 0, offset),
    };
  const { line, column } = lineAndColumn(bytes, layer.start, offset);
  const own = Math.max(1, line - layer.addedLines);
  return { kind, part: 'layer', ...withSafeName(layer.layer_id), line: own, column };
}

/**
 * Finds secrets in all texts that a publication makes public. It recognises keys of this service by their checksum, in many
 * encodings and next to any characters, and tokens of other services by their form. Pure; linear in the size of the texts.
 * Spec: publishing.secret-encoded.
 */
export function findSecrets(page: PublicationContent): readonly SecretFinding[] {
  const texts: readonly SearchedPublicationPart[] = [
    { part: 'title', bytes: utf8Encoder.encode(page.title) },
    { part: 'html', bytes: page.html, layers: page.layers ?? [] },
    ...(page.files ?? []).flatMap(({ path, bytes }) => [
      { part: 'file' as const, name: path, bytes: utf8Encoder.encode(path) },
      { part: 'file' as const, name: path, bytes },
    ]),
  ];
  const found: SecretFinding[] = [];
  for (const text of texts) {
    const most = SECRETS_SHOWN_MAX - found.length;
    if (most <= 0) break;
    found.push(...placesIn(text.bytes, most).map((place) => findingAt(text, place)));
  }
  return found;
}
