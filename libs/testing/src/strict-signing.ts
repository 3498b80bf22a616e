import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

/** A running proxy. */
export interface StrictSigningProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Stands in front of an S3 store and adds the one rule that Ceph RGW has since 19.2.6 and small stores
 * have not: a `content-type` that is sent must be among the signed headers, else 403. Everything else
 * is passed on unchanged, Host included, so the store behind it verifies the signature itself.
 */
export async function strictSigningProxy(target: string): Promise<StrictSigningProxy> {
  const store = new URL(target);
  const proxy = createServer((incoming, outgoing) => {
    if (sendsUnsignedType(incoming)) refuse(incoming, outgoing);
    else forward(store, incoming, outgoing);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
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

function refuse(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume();
  outgoing.writeHead(403, { 'content-type': 'application/xml', connection: 'close' });
  outgoing.end(
    '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code>' +
      '<Message>The content-type header is not signed.</Message></Error>',
  );
}

function forward(store: URL, incoming: IncomingMessage, outgoing: ServerResponse): void {
  const passed = request({
    host: store.hostname,
    port: store.port,
    method: incoming.method,
    path: incoming.url,
    headers: incoming.rawHeaders,
    setHost: false,
  });
  passed.on('response', (response) => {
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders);
    response.pipe(outgoing);
  });
  passed.on('error', () => outgoing.destroy());
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}
