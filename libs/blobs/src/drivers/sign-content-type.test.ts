import { once } from 'node:events';
import http, { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { strictTransport } from './sign-content-type.ts';

const BYTES = Buffer.alloc(4_000_000, 'x');
/** Time without traffic after which the requests of these tests are aborted, ms. */
const IDLE_MS = 300;

describe('a response of the store', () => {
  let answer: (response: ServerResponse) => void = () => undefined;
  const server = createServer((_, response) => answer(response));
  const agent = new http.Agent({ keepAlive: true });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => {
    agent.destroy();
    server.close();
  });

  /** Sends a request and leaves its response unread until the idle time has passed twice. */
  async function readLate(): Promise<IncomingMessage> {
    const credentials = { accessKey: 'k', secretKey: 's', region: 'us-east-1' };
    const { port } = server.address() as AddressInfo;
    const transport = strictTransport(http, credentials, IDLE_MS);
    const sent = transport.request({ host: '127.0.0.1', port, agent });
    sent.on('error', () => undefined).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    for (let passed = 0; passed < 2; passed += 1) await once(response.socket, 'timeout');
    return response;
  }

  test('is complete for a reader that pauses longer than the store may be silent', async () => {
    answer = (response) => response.end(BYTES);
    expect(await buffer(await readLate())).toHaveLength(BYTES.length);
    // The kept connection has no listener of the ended request.
    const [socket] = Object.values(agent.freeSockets).flatMap((sockets) => sockets ?? []);
    expect(socket?.listenerCount('timeout')).toBe(1);
  });

  test('is given up when the store is silent after such a pause', async () => {
    answer = (response) => response.write(BYTES.subarray(0, 100_000));
    await expect(buffer(await readLate())).rejects.toThrow('aborted');
  });
});
