import { Buffer } from 'node:buffer';

/** The content of a `data:` address: its media type in lower case without parameters, and its decoded text. */
export interface DataUrlContent {
  readonly type: string;
  readonly text: string;
}

function percentDecoded(text: string): Buffer {
  return Buffer.from(
    // Latin-1 maps each byte to one character, so the bytes can be edited as a string before they are decoded.
    Buffer.from(text, 'utf8')
      .toString('latin1')
      .replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  );
}

/**
 * Decodes the bytes of a `data:` address as a browser does: by their byte order mark, else by the declared `charset`, else as
 * UTF-8.
 */
function decodeBytes(bytes: Buffer, head: string): string {
  const label = /;\s*charset\s*=\s*"?([^;"]*)/.exec(head)?.[1]?.trim() ?? '';
  const mark =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : '';
  try {
    return new TextDecoder(mark === '' ? label || 'utf-8' : mark).decode(bytes);
  } catch {
    // Browsers ignore an unknown `charset` and use UTF-8.
    return bytes.toString('utf8');
  }
}

/** Parses a `data:` address; null when it has no comma and therefore no body. Source: Fetch, "data: URL processor". */
export function readDataUrl(url: string): DataUrlContent | null {
  const comma = url.indexOf(',');
  if (comma < 0) return null;
  const head = url.slice(5, comma).trim().toLowerCase();
  const type = (head.split(';', 1)[0] ?? '').trim();
  const hash = url.indexOf('#', comma);
  const body = percentDecoded(url.slice(comma + 1, hash < 0 ? undefined : hash));
  if (/;\s*base64$/.test(head))
    return { type, text: decodeBytes(Buffer.from(body.toString('latin1'), 'base64'), head) };
  return { type: type === '' ? 'text/plain' : type, text: decodeBytes(body, head) };
}

/** Reads the media type of a `data:` address, in lower case, without decoding the body. */
export function dataUrlType(url: string): string {
  const head = url.slice(5, Math.min(url.length, 200)).split(',', 1)[0] ?? '';
  return (head.split(';', 1)[0] ?? '').trim().toLowerCase();
}
