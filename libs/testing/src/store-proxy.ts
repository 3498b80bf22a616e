import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

/** A request to the S3 store. The handler must call `forward` or `refuse` once. */
export interface InterceptedS3Request {
  readonly incoming: IncomingMessage;
  /**
   * Forwards the request unchanged, so that its signature stays valid. With `onAnswer`, the store's answer is dropped and this
   * function is called instead.
   */
  forward(onAnswer?: () => void): void;
  /** Answers the request with an S3 error document. */
  refuse(status: number, code: string, message: string): void;
}

/** A running HTTP proxy in front of an S3 store. */
export interface S3StoreProxy {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts an HTTP proxy for an S3 store; `serve` forwards or refuses each request. */
export async function startStoreProxy(
  target: string,
  serve: (sent: InterceptedS3Request) => void,
): Promise<S3StoreProxy> {
  const store = new URL(target);
  const proxy = createServer((incoming, outgoing) => {
    incoming.on('error', () => outgoing.destroy());
    serve({
      incoming,
      forward: (onAnswer) => forward(store, incoming, outgoing, onAnswer),
      refuse: (status, code, message) => {
        incoming.resume();
        outgoing.writeHead(status, { 'content-type': 'application/xml', connection: 'close' });
        outgoing.end(
          `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`,
        );
      },
    });
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

function forward(
  store: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  onAnswer: (() => void) | undefined,
): void {
  const passed = request({
    host: store.hostname,
    port: store.port,
    method: incoming.method,
    path: incoming.url,
    headers: incoming.rawHeaders,
    setHost: false,
  });
  passed.on('response', (answer) => {
    if (onAnswer !== undefined) {
      answer.resume();
      answer.on('close', onAnswer);
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  // The store is unreachable: close the client's connection as well.
  passed.on('error', () => outgoing.destroy());
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}
