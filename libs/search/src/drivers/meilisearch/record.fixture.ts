import { processEnv } from '@bridge/kernel';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { MeilisearchSearchIndex } from './meilisearch-index.ts';
import {
  bodyOf,
  clock,
  document,
  ENOUGH,
  type RecordedExchange,
  RECORDED_QUERY,
  RECORDED,
  RECORDED_VERSION,
} from './recorded-engine.fixture.ts';

/**
 * Records requests and answers of a real, empty Meilisearch server for tests:
 * `BRIDGE_TEST_MEILI=http://:KEY@host:port node libs/search/src/drivers/meilisearch/record.fixture.ts`.
 */
async function record(address: URL): Promise<void> {
  const key = decodeURIComponent(address.password);
  const exchanges: RecordedExchange[] = [];
  const proxy = createServer((request, response) => {
    void (async () => {
      const bytes = await buffer(request);
      const { method = 'GET', url = '/' } = request;
      const headers = new Headers(
        ['content-type', 'accept-encoding'].flatMap((name): [string, string][] => {
          const value = request.headers[name];
          return typeof value === 'string' ? [[name, value]] : [];
        }),
      );
      headers.set('authorization', `Bearer ${key}`);
      const body = bytes.length === 0 ? null : bytes;
      const reply = await fetch(new URL(url, address.origin), { method, headers, body });
      const said: unknown = await reply.json();
      const asked = bodyOf(bytes);
      const isUnderWay =
        url.startsWith('/tasks/') &&
        /"status":"(?:enqueued|processing)"/.test(JSON.stringify(said));
      if (!isUnderWay) {
        exchanges.push({
          request: { method, path: url, ...(asked === undefined ? {} : { body: asked }) },
          reply: { status: reply.status, body: said },
        });
      }
      response.writeHead(reply.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(said));
    })();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  const index = new MeilisearchSearchIndex({ url: `http://127.0.0.1:${port}`, key: 'key', clock });
  const keep = (name: keyof typeof RECORDED): void => {
    writeFileSync(RECORDED[name], `${JSON.stringify(exchanges.splice(0), null, 2)}\n`);
  };
  const build = await index.build({ mode: 'swap', version: RECORDED_VERSION, resume: false });
  await build.put({ documents: [document], checkpoint: { key: 'file:x', value: '1' } });
  await build.commit();
  keep('import');
  await index.find(RECORDED_QUERY, ENOUGH);
  keep('search');
  await index.close();
  proxy.close();
  proxy.closeAllConnections();
}

const named = processEnv()['BRIDGE_TEST_MEILI'];
if (named === undefined) {
  throw new Error('BRIDGE_TEST_MEILI names no engine: give http://:KEY@host:port.');
}
await record(new URL(named));
