import { isServiceWorkerRequest, type SiteRequest } from '../http/site-request.ts';

/** Maximum size of a request that the fast path answers without node:http, in bytes. node:http handles a larger one. */
const PLAIN_BYTES_MAX = 8 * 1024;
/**
 * Matches a complete GET or HEAD request, in linear time: a target of RFC 3986 characters, and header lines that every HTTP
 * parser reads alike.
 */
const PLAIN =
  /^(GET|HEAD) (\/[A-Za-z0-9\-._~!$&'()*+,;=:@%/?]*) HTTP\/1\.1\r\n((?:[A-Za-z0-9-]+:[\t -~]*\r\n)+)\r\n$/;

/**
 * Names of headers that change where a message ends or how its connection is used. node:http handles a request with one of
 * them.
 */
const NOT_PLAIN: ReadonlySet<string> = new Set([
  'content-length',
  'expect',
  'proxy-connection',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** Names of the request headers on which an answer depends. */
const USED_HEADERS: ReadonlySet<string> = new Set([
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
const LENGTHS: ReadonlySet<number> = new Set(
  [...NOT_PLAIN, ...USED_HEADERS].map((name) => name.length),
);

function readHeaders(lines: string): Map<string, string> | null {
  const read = new Map<string, string>();
  for (let from = 0; from < lines.length;) {
    const end = lines.indexOf('\r\n', from);
    const colon = lines.indexOf(':', from);
    if (LENGTHS.has(colon - from)) {
      const name = lines.slice(from, colon).toLowerCase();
      // node:http has its own rules for headers that occur twice, so it handles a request with such headers.
      if (NOT_PLAIN.has(name) || read.has(name)) return null;
      if (USED_HEADERS.has(name)) read.set(name, lines.slice(colon + 1, end).trim());
    }
    from = end + 2;
  }
  return read;
}

/**
 * Parses bytes that are exactly one plain request: GET or HEAD with HTTP/1.1, a Host and keep-alive, without content.
 * Returns null for all other bytes, which node:http then parses.
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
    isServiceWorker: isServiceWorkerRequest(
      headers.get('service-worker'),
      headers.get('sec-fetch-dest'),
    ),
    ifNoneMatch: headers.get('if-none-match'),
    ifRange: headers.get('if-range'),
    range: headers.get('range'),
    acceptEncoding: headers.get('accept-encoding'),
  };
}
