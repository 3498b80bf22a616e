import { EFFECT_MIGRATIONS } from '@bridge/db';
import { metricsText } from '@bridge/kernel';
import {
  gaugeIn,
  heldHere,
  openFilesIn,
  testBase,
  testDb,
  until,
  type ConnectedTestDatabase,
} from '@bridge/testing';
import { fuzz } from '@bridge/testing/fuzz';
import fc from 'fast-check';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { afterAll, beforeAll, expect } from 'vitest';
import {
  startContentOrigin,
  type TestContentOrigin,
  type PublishedWebsite,
} from '../content-origin.fixture.ts';

/** Number of 4-byte characters of a page that is larger than all socket buffers (10 MB), so that sending waits for the client. */
const STREAMED_CHARS = 4_000_000;
const TURNS_MAX = 200;

let database: ConnectedTestDatabase;
let origin: TestContentOrigin;
let small: PublishedWebsite;
let large: PublishedWebsite;
beforeAll(async () => {
  database = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
  const base = testBase({ BRIDGE_CONTENT_LISTEN: '127.0.0.1:0', BRIDGE_PROXY_HOPS: '1' });
  origin = await startContentOrigin(base, database.db);
  const word = await origin.found('left-alone');
  small = await origin.publish({ html: '<!doctype html><title>x</title>', word });
  large = await origin.publish({ html: '🌊'.repeat(STREAMED_CHARS), word });
});
afterAll(async () => {
  await origin.stop();
  await database.close();
});

/**
 * Requests for small and for streamed answers. Those with `Proxy-Connection` are answered by node:http, the others by the fast
 * path.
 */
const REQUESTS: Readonly<Record<string, () => string>> = {
  small: () => get(small.host, '/'),
  smallByHttp: () => get(small.host, '/', 'Proxy-Connection: keep-alive'),
  large: () => get(large.host, '/'),
  largeByHttp: () => get(large.host, '/', 'Proxy-Connection: keep-alive'),
  part: () => get(large.host, '/', 'Range: bytes=0-2999999'),
  head: () => get(large.host, '/').replace('GET', 'HEAD'),
  archive: () => get(large.host, `/~snapshots/${large.snapshotId}/archive.zip`),
  dashboard: () => get('left-alone.localhost:4001', '/'),
  nowhere: () => get(small.host, '/nowhere'),
  foreign: () => get('example.org', '/'),
  malformed: () => 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
};
function get(host: string, path: string, ...headers: readonly string[]): string {
  const lines = [`GET ${path} HTTP/1.1`, `Host: ${host}`, 'X-Forwarded-For: 203.0.113.7'];
  return [...lines, ...headers, '', ''].join('\r\n');
}

async function opened(): Promise<Socket> {
  const socket = connect(origin.port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  return socket;
}

/**
 * Random connections: the requests sent on each connection, the share of an answer that the client reads, and how it
 * disconnects.
 */
interface AbortCase {
  readonly connections: readonly {
    readonly names: readonly string[];
    readonly share: number;
    readonly reads: boolean;
  }[];
  readonly turns: number;
  readonly how: 'reset' | 'destroy' | 'end';
}

async function abort({ connections, turns, how }: AbortCase): Promise<void> {
  const sockets = await Promise.all(connections.map(opened));
  for (const [at, { names, share, reads }] of connections.entries()) {
    const text = names.map((name) => REQUESTS[name]?.() ?? '').join('');
    if (reads) sockets[at]?.on('data', () => undefined);
    sockets[at]?.write(text.slice(0, Math.ceil(share * text.length)));
  }
  for (let turn = 0; turn < turns; turn += 1) await turnOfLoop();
  for (const socket of sockets) {
    if (how === 'reset') socket.resetAndDestroy();
    else if (how === 'destroy') socket.destroy();
    else socket.end();
  }
  if (how === 'end') {
    for (let turn = 0; turn < turns; turn += 1) await turnOfLoop();
    for (const socket of sockets) socket.destroy();
  }
  await until('everything to be given back', async () => {
    const clients = gaugeIn(await metricsText(), 'client_connections{origin="content"}');
    const now = { held: await heldHere(), clients, files: openFilesIn(origin.blobsFolder) };
    expect(now).toEqual({ held: {}, clients: 0, files: [] });
    return true;
  });
}

// Verifies: safety.released.
fuzz(
  'sites-aborts',
  'whatever is asked of the content origin, and wherever the reader goes away, everything is given back',
  () =>
    fc.asyncProperty(
      fc.record({
        connections: fc.array(
          fc.record({
            names: fc.array(fc.constantFrom(...Object.keys(REQUESTS)), {
              minLength: 1,
              maxLength: 4,
            }),
            share: fc.oneof(
              { weight: 3, arbitrary: fc.constant(1) },
              fc.double({ min: 0.01, max: 1, noNaN: true }),
            ),
            reads: fc.boolean(),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        turns: fc.nat({ max: TURNS_MAX }),
        how: fc.constantFrom('reset' as const, 'destroy' as const, 'end' as const),
      }),
      abort,
    ),
  { cost: 100 },
);
