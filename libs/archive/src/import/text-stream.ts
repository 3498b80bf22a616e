/** Character encoding of an import file. */
export type FileCharacterEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Detects a file's encoding from its first bytes: by byte order mark, zero bytes or valid UTF-8; otherwise Windows-1252. */
export function encodingOf(head: Buffer): FileCharacterEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const sample = head.subarray(0, 4_096);
  const zeros = (odd: number): number =>
    sample.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  if (sample.length >= 64 && zeros(1) > sample.length / 4) return 'utf-16le';
  if (sample.length >= 64 && zeros(0) > sample.length / 4) return 'utf-16be';
  try {
    // With `stream`, a character cut at the end of the sample is no error.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Matches an XML declaration that states an encoding. */
const XML_DECLARATION = /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z][\w.-]{0,40})["']/;

/**
 * Detects the encoding of an XML file from its first bytes. Byte order mark, zero bytes, or valid UTF-8 with non-ASCII
 * characters have precedence over the encoding in the XML declaration, which is often wrong.
 */
export function xmlEncodingOf(head: Buffer): string {
  const byBytes = encodingOf(head);
  if (byBytes.startsWith('utf-16')) return byBytes;
  if (byBytes === 'utf-8' && head.some((byte) => byte > 0x7f)) return byBytes;
  const declared = XML_DECLARATION.exec(head.toString('latin1', 0, 1_024))?.[1];
  // The bytes were tested for UTF-8 and UTF-16 before, so a declaration of a Unicode encoding is not used.
  if (declared === undefined || /^(?:utf|ucs|iso-10646)/i.test(declared)) return byBytes;
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return byBytes;
  }
}

/** Decodes a stream of bytes and removes the byte order mark. Invalid bytes become U+FFFD. */
export async function* decoded(
  chunks: AsyncIterable<Buffer>,
  encoding: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    if (text !== '') yield text;
  }
  const rest = decoder.decode();
  if (rest !== '') yield rest;
}

/** Decodes the first bytes of a file and removes the byte order mark. */
export function headText(head: Buffer, encoding: string): string {
  return new TextDecoder(encoding).decode(head, { stream: true });
}
