/** How the characters of a file are written. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** The encoding of a text by its first bytes: mark, zero bytes, well-formed UTF-8, else Windows-1252. */
export function encodingOf(head: Buffer): Encoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const sample = head.subarray(0, 4_096);
  const zeros = (odd: number): number =>
    sample.filter((byte, at) => byte === 0 && at % 2 === odd).length;
  if (sample.length >= 64 && zeros(1) > sample.length / 4) return 'utf-16le';
  if (sample.length >= 64 && zeros(0) > sample.length / 4) return 'utf-16be';
  try {
    // Streaming: a character cut by the end of the head is no error.
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return 'utf-8';
  } catch {
    return 'windows-1252';
  }
}

/** Start of an XML declaration, whose encoding is read in ASCII. */
const XML_DECLARATION = /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([A-Za-z][\w.-]{0,40})["']/;

/**
 * The encoding of XML. The bytes win over the declaration, which is often wrong: a mark, zero bytes, then well-formed UTF-8
 * with at least one character beyond ASCII. Otherwise the declaration decides.
 */
export function xmlEncodingOf(head: Buffer): string {
  const byBytes = encodingOf(head);
  if (byBytes.startsWith('utf-16')) return byBytes;
  if (byBytes === 'utf-8' && head.some((byte) => byte > 0x7f)) return byBytes;
  const declared = XML_DECLARATION.exec(head.toString('latin1', 0, 1_024))?.[1];
  // A declaration of UTF-16 that could be read as ASCII is wrong.
  if (declared === undefined || /^(?:utf|ucs|iso-10646)/i.test(declared)) return byBytes;
  try {
    return new TextDecoder(declared).encoding;
  } catch {
    return byBytes;
  }
}

/** The text of a stream, without its byte order mark. Bytes that are no text become U+FFFD. */
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

/** The head of a file as text, without its mark. */
export function headText(head: Buffer, encoding: string): string {
  return new TextDecoder(encoding).decode(head, { stream: true });
}
