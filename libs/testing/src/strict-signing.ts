import type { IncomingMessage } from 'node:http';
import { startStoreProxy, type StoreProxy } from './store-proxy.ts';

/**
 * A proxy in front of an S3 store that enforces a rule of Ceph RGW since 19.2.6 which small stores do not
 * have: a `content-type` header must be signed, else 403. The proxy forwards everything else unchanged,
 * Host included, so the store verifies the signature itself.
 */
export function strictSigningProxy(target: string): Promise<StoreProxy> {
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
