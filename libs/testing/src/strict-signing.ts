import type { IncomingMessage } from 'node:http';
import { startStoreProxy, type StoreProxy } from './store-proxy.ts';

/**
 * Stands in front of an S3 store and adds the one rule that Ceph RGW has since 19.2.6 and small stores
 * have not: a `content-type` that is sent must be among the signed headers, else 403. Everything else
 * is passed on unchanged, Host included, so the store behind it verifies the signature itself.
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
