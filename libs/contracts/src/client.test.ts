import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, it } from 'vitest';
import { ActError, makeClient, NotTheService } from './client.ts';
import { errorBody } from './errors.ts';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Listens on a free loopback port and answers every request the same way. */
async function answering(
  answer: (request: IncomingMessage, body: string, response: ServerResponse) => void,
): Promise<string> {
  const server = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => answer(request, body, response));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

describe('the typed client of the action endpoint', () => {
  it('sends action and payload with the key, and gives back the result of the envelope', async () => {
    let seen: unknown = null;
    const baseUrl = await answering((request, body, response) => {
      seen = {
        method: request.method,
        url: request.url,
        key: request.headers.authorization,
        type: request.headers['content-type'],
        body: JSON.parse(body),
      };
      response.setHeader('idempotency-replayed', 'true');
      response.end(
        JSON.stringify({
          ok: true,
          action: 'worlds.list',
          result: { worlds: [] },
          request_id: 'req_1',
        }),
      );
    });
    const called = await makeClient({ baseUrl: `${baseUrl}/`, key: 'ak_x' }).call(
      'worlds.list',
      {},
    );
    expect(called).toEqual({ result: { worlds: [] }, requestId: 'req_1', replayed: true });
    expect(seen).toEqual({
      method: 'POST',
      url: '/api/agent-bridge/act',
      key: 'Bearer ak_x',
      type: 'application/json',
      body: { action: 'worlds.list', payload: {} },
    });
  });

  // Verifies: errors.wait.
  it('throws the error object of a refusal, with its wait', async () => {
    const error = errorBody('rate_limited', { limit: 'reads' }, 'http://x/docs/errors');
    const baseUrl = await answering((_, __, response) => {
      response.writeHead(429, { 'retry-after': '3' });
      response.end(JSON.stringify({ ok: false, error, request_id: 'req_2' }));
    });
    const failed = await makeClient({ baseUrl, key: 'ak_x' })
      .call('builder.get', { page_id: 1 })
      .catch((thrown: unknown) => thrown);
    expect(failed).toBeInstanceOf(ActError);
    expect(failed).toMatchObject({ error, requestId: 'req_2', retryAfterS: 3 });
  });

  it.each([
    ['a page of a proxy', 502, '<html>Bad gateway</html>'],
    ['JSON of somebody else', 200, '{"hello":"world"}'],
    ['nothing', 204, ''],
  ])('says that the answer is not the service’s when it is %s', async (_, status, body) => {
    const baseUrl = await answering((__, ___, response) => {
      response.writeHead(status).end(body);
    });
    const failed = await makeClient({ baseUrl, key: 'ak_x' })
      .call('worlds.list', {})
      .catch((thrown: unknown) => thrown);
    expect(failed).toBeInstanceOf(NotTheService);
    expect(failed).toMatchObject({ status });
  });

  it('never follows a redirect, which would carry the key elsewhere', async () => {
    let calls = 0;
    const baseUrl = await answering((_, __, response) => {
      calls += 1;
      response.writeHead(307, { location: '/elsewhere' }).end();
    });
    await expect(makeClient({ baseUrl, key: 'ak_x' }).call('worlds.list', {})).rejects.toThrow();
    expect(calls).toBe(1);
  });

  it('types payloads and results from the registry', () => {
    const client = makeClient({ baseUrl: 'http://x', key: 'ak_x' });
    // Only compiled, never run: the type checker is the judge.
    const compiled = async (): Promise<void> => {
      const { result } = await client.call('builder.create', {
        title: 'T',
        word: 'w',
        idempotency_key: 'k-12345678',
      });
      const revision: number = result.website.draft_revision;
      // @ts-expect-error page_id is required
      await client.call('builder.get', {});
      // @ts-expect-error there is no such action
      await client.call('builder.explode', { revision });
    };
    expect(compiled).toBeTypeOf('function');
  });
});
