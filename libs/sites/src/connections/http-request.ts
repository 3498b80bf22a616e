import { entityRequestOf, hostHeaders } from '@bridge/web';
import type { IncomingMessage } from 'node:http';
import { isServiceWorkerRequest, type SiteRequest } from '../http/site-request.ts';

/** Converts a request of node:http to a SiteRequest. */
export function readHttpRequest(message: IncomingMessage): SiteRequest {
  const { headers, url } = message;
  const length = headers['content-length'];
  const forwardedFor = headers['x-forwarded-for'];
  const [host, ...others] = hostHeaders(message);
  return {
    ...entityRequestOf(message),
    host: others.length === 0 ? host : undefined,
    target: url ?? '',
    forwardedFor: forwardedFor === undefined ? undefined : String(forwardedFor),
    hasContent: headers['transfer-encoding'] !== undefined || (length ?? '0') !== '0',
    isServiceWorker: isServiceWorkerRequest(headers['service-worker'], headers['sec-fetch-dest']),
  };
}
