import type { IncomingMessage } from 'node:http';
import type { Asked } from './reply.ts';

/** The Host header, undefined unless there is exactly one. */
export function hostOf({ rawHeaders }: IncomingMessage): string | undefined {
  let host: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length !== 4 || name.toLowerCase() !== 'host') continue;
    if (host !== undefined) return undefined;
    host = rawHeaders[at + 1];
  }
  return host;
}

/** Content of a GET means nothing, and is not read. */
export function hasContent({ headers }: IncomingMessage): boolean {
  return (
    headers['transfer-encoding'] !== undefined ||
    (headers['content-length'] !== undefined && headers['content-length'] !== '0')
  );
}

/** A worker that a page would install over its whole origin is never given. Source: safety design. */
export function isServiceWorker({ headers }: IncomingMessage): boolean {
  return headers['service-worker'] === 'script' || headers['sec-fetch-dest'] === 'serviceworker';
}

/** The headers an answer may depend on. */
export function readAsked(request: IncomingMessage, method: 'GET' | 'HEAD'): Asked {
  const { headers } = request;
  const ifRange = headers['if-range'];
  return {
    method,
    ifNoneMatch: headers['if-none-match'],
    ifRange: typeof ifRange === 'string' ? ifRange : undefined,
    range: headers.range,
    acceptEncoding: headers['accept-encoding'],
  };
}
