import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** How a store fails a put: before it stored anything, or after it stored the object but not before it could say so. */
export type StoreFailure = 'before' | 'after';

/** An S3 store on a bad day: what it is asked to store, it refuses, or does late. */
export interface FaultyStore {
  readonly url: string;
  /** Every put is answered 500 InternalError, before or after the store behind did it. */
  failPuts(when: StoreFailure): void;
  /** Every put is answered 500 with the code of a store whose disk is full. */
  fullDisk(): void;
  /** Every request waits that long before the store hears of it. */
  stall(ms: number): void;
  heal(): void;
  stop(): Promise<void>;
}

interface Mood {
  readonly puts: StoreFailure | 'full' | null;
  readonly stallMs: number;
}
const WELL: Mood = { puts: null, stallMs: 0 };

/** Stands in front of an S3 store; everything it does not fail is passed on unchanged, Host included. */
export async function faultyStore(target: string): Promise<FaultyStore> {
  const store = new URL(target);
  let mood = WELL;
  const proxy = createServer((incoming, outgoing) => {
    const { puts, stallMs } = mood;
    incoming.on('error', () => outgoing.destroy());
    const serve = (): void => {
      if (incoming.method !== 'PUT' || puts === null) forward(store, incoming, outgoing, false);
      else if (puts === 'after') forward(store, incoming, outgoing, true);
      else refuse(incoming, outgoing, puts === 'full' ? 'XMinioStorageFull' : 'InternalError');
    };
    if (stallMs === 0) serve();
    else void delay(stallMs).then(serve);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    failPuts: (puts) => void (mood = { ...mood, puts }),
    fullDisk: () => void (mood = { ...mood, puts: 'full' }),
    stall: (stallMs) => void (mood = { ...mood, stallMs }),
    heal: () => void (mood = WELL),
    async stop() {
      proxy.closeAllConnections();
      proxy.close();
      await once(proxy, 'close');
    },
  };
}

function refuse(incoming: IncomingMessage, outgoing: ServerResponse, code: string): void {
  incoming.resume();
  outgoing.writeHead(500, { 'content-type': 'application/xml' });
  outgoing.end(
    `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>The store cannot.</Message></Error>`,
  );
}

function forward(
  store: URL,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  hideAnswer: boolean,
): void {
  const passed = request({
    host: store.hostname,
    port: store.port,
    method: incoming.method,
    path: incoming.url,
    headers: incoming.rawHeaders,
  });
  passed.on('response', (answer) => {
    if (hideAnswer) {
      answer.resume();
      answer.on('close', () => refuse(incoming, outgoing, 'InternalError'));
      return;
    }
    outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.on('error', () => outgoing.destroy());
    answer.pipe(outgoing);
  });
  // A store that is away has no answer of its own.
  passed.on('error', () => outgoing.destroy());
  outgoing.on('close', () => passed.destroy());
  incoming.pipe(passed);
}
