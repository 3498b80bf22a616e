import type { IncomingMessage } from 'node:http';
import { startStoreProxy, type S3StoreProxy } from './store-proxy.ts';

/**
 * Starts a proxy for an S3 store that refuses unsigned content-type headers with 403, as Ceph RGW does since 19.2.6. It
 * forwards all other requests unchanged.
 */
export function strictSigningProxy(target: string): Promise<S3StoreProxy> {
  return startStoreProxy(target, ({ incoming, forward, refuse }) => {
    if (sendsUnsignedType(incoming))
      refuse(403, 'AccessDenied', 'The content-type header is not signed.');
    else forward();
  });
}

function sendsUnsignedType({ headers, url }: IncomingMessage): boolean {
  if (headers['content-type'] === undefined) return false;
  const query = new URL(url ?? '/', 'http://store').searchParams;
  const signed =
    /SignedHeaders=([^,\s]+)/.exec(headers.authorization ?? '')?.[1] ??
    query.get('X-Amz-SignedHeaders') ??
    '';
  return !signed.toLowerCase().split(';').includes('content-type');
}
