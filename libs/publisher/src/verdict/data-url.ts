import { Buffer } from 'node:buffer';

/** A `data:` address taken apart: its media type without parameters, in lower case, and its text. */
export interface DataDocument {
  readonly type: string;
  readonly text: string;
}

function percentDecode(text: string): string {
  // Latin-1 out of decoded bytes would garble what is not ASCII; addresses in it are ASCII or percent-encoded again.
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
    Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
  );
}

/** Reads a `data:` address, or null when it has no comma and therefore no body. Source: Fetch, "data: URL processor". */
export function readDataUrl(url: string): DataDocument | null {
  const comma = url.indexOf(',');
  if (comma < 0) return null;
  const head = url.slice(5, comma).trim().toLowerCase();
  const type = (head.split(';', 1)[0] ?? '').trim();
  const hash = url.indexOf('#', comma);
  const body = url.slice(comma + 1, hash < 0 ? undefined : hash);
  const text = percentDecode(body);
  return /;\s*base64$/.test(head)
    ? { type, text: Buffer.from(text, 'base64').toString('utf8') }
    : { type: type === '' ? 'text/plain' : type, text };
}

/** The media type of a `data:` address without decoding its body, in lower case. */
export function dataUrlType(url: string): string {
  const head = url.slice(5, Math.min(url.length, 200)).split(',', 1)[0] ?? '';
  return (head.split(';', 1)[0] ?? '').trim().toLowerCase();
}
