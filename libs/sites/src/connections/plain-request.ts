import { asksForServiceWorker, type SiteRequest } from '../http/site-request.ts';

/** A longer one is not plain; what browsers send is far shorter. */
const PLAIN_BYTES_MAX = 8 * 1024;
/**
 * One whole GET or HEAD and nothing behind it: a target of RFC 3986 characters, and lines that can be read in one way
 * only. No text matches in two ways, so a long one that does not match costs no more than its length.
 */
const PLAIN =
  /^(GET|HEAD) (\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]*) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+:[\t -~]*\r\n)+)\r\n$/;

/** Headers that change how a message is framed, or what becomes of its connection. */
const NOT_PLAIN: ReadonlySet<string> = new Set([
  'content-length',
  'expect',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Headers that an answer depends on. */
const READ: ReadonlySet<string> = new Set([
  'accept-encoding',
  'connection',
  'host',
  'if-none-match',
  'if-range',
  'range',
  'sec-fetch-dest',
  'service-worker',
  'x-forwarded-for',
]);
const LENGTHS: ReadonlySet<number> = new Set([...NOT_PLAIN, ...READ].map((name) => name.length));

function readHeaders(lines: string): Map<string, string> | null {
  const read = new Map<string, string>();
  for (let from = 0; from < lines.length;) {
    const end = lines.indexOf('\r\n', from);
    const colon = lines.indexOf(':', from);
    if (LENGTHS.has(colon - from)) {
      const name = lines.slice(from, colon).toLowerCase();
      // Two of one name are joined or dropped by rules that are left to the parser of the platform.
      if (NOT_PLAIN.has(name) || read.has(name)) return null;
      if (READ.has(name)) read.set(name, lines.slice(colon + 1, end).trim());
    }
    from = end + 2;
  }
  return read;
}

/**
 * Reads bytes that are exactly one plain request: GET or HEAD by HTTP/1.1 with a Host, kept alive, without content. Null
 * for everything else, which is no judgement: node:http is to read it.
 */
export function readPlainRequest(bytes: Buffer): SiteRequest | null {
  if (bytes.byteLength > PLAIN_BYTES_MAX) return null;
  const [, method, target, lines] = PLAIN.exec(bytes.toString('latin1')) ?? [];
  if (method === undefined || target === undefined || lines === undefined) return null;
  const headers = readHeaders(lines);
  if (headers === null || !headers.has('host')) return null;
  if ((headers.get('connection') ?? 'keep-alive').toLowerCase() !== 'keep-alive') return null;
  return {
    method,
    host: headers.get('host'),
    target,
    forwardedFor: headers.get('x-forwarded-for'),
    hasContent: false,
    isServiceWorker: asksForServiceWorker(
      headers.get('service-worker'),
      headers.get('sec-fetch-dest'),
    ),
    ifNoneMatch: headers.get('if-none-match'),
    ifRange: headers.get('if-range'),
    range: headers.get('range'),
    acceptEncoding: headers.get('accept-encoding'),
  };
}
