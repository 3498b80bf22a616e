import type { IncomingMessage } from 'node:http';
import { asksForServiceWorker, type SiteRequest } from '../http/site-request.ts';

/** The Host header, undefined unless there is exactly one. */
function hostOf({ rawHeaders }: IncomingMessage): string | undefined {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[at + 1];
  }
  return host;
}

/** Reads a request that node:http has taken apart. */
export function readHttpRequest(message: IncomingMessage): SiteRequest {
  const { headers, method, url } = message;
  const length = headers['content-length'];
  const ifRange = headers['if-range'];
  const forwardedFor = headers['x-forwarded-for'];
  return {
    method: method ?? '',
    host: hostOf(message),
    target: url ?? '',
    forwardedFor: forwardedFor === undefined ? undefined : String(forwardedFor),
    hasContent: headers['transfer-encoding'] !== undefined || (length ?? '0') !== '0',
    isServiceWorker: asksForServiceWorker(headers['service-worker'], headers['sec-fetch-dest']),
    ifNoneMatch: headers['if-none-match'],
    ifRange: typeof ifRange === 'string' ? ifRange : undefined,
    range: headers.range,
    acceptEncoding: headers['accept-encoding'],
  };
}
