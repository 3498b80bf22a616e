/** Inside of a JSON string, escaped: `"` becomes `\"`, U+0000 `\u0000`. A piece never ends within a surrogate pair. */
function inside(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Escapes a text piece by piece, so that the pieces together are the inside of one JSON string. */
export async function* escapeJson(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield inside(piece);
}

/**
 * Decodes UTF-8 bytes piece by piece into well-formed text: a character cut in two by a chunk's end comes whole with the
 * next one, a leading byte order mark is kept, invalid bytes throw.
 */
export async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
