/** Escapes text for the inside of a JSON string: `"` becomes `\"`. The text must not end within a surrogate pair. */
export function escapeText(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** Escapes the pieces of one text for the inside of one JSON string. */
export async function* escapeJson(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of pieces) yield escapeText(piece);
}

/**
 * Decodes chunks of UTF-8 into well-formed pieces of text. A character that is split between chunks belongs to the later
 * piece; a leading byte order mark is kept; invalid bytes throw.
 */
export async function* decodeUtf8(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}
