import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { counter } from './metrics.ts';
import { parseListen, serveHealth, type ProcessHealth } from './health.ts';
import { ProgramStartError } from './start-error.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});
async function serve(health: () => Promise<ProcessHealth>): Promise<string> {
  const server = await serveHealth('127.0.0.1:0', health);
  ends.push(async () => {
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  });
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no port');
  return `http://127.0.0.1:${address.port}`;
}

describe('the internal port', () => {
  test('reports whether the process gets traffic, and the state of each part', async () => {
    const parts = [{ part: 'bus', ok: false, note: 'waits for NATS' }];
    let ready = true;
    const url = await serve(async () => ({ ready, parts }));
    const well = await fetch(`${url}/readyz`);
    // A part that waits without `blocksTraffic` is shown, and the process stays ready.
    expect([well.status, await well.json()]).toEqual([200, { ready: true, parts }]);
    ready = false;
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    expect((await fetch(`${url}/livez`)).status).toBe(200);
  });

  test('gives the metrics under the product’s names', async () => {
    const url = await serve(async () => ({ ready: true, parts: [] }));
    counter('health_test', 'A counter.', ['kind'] as const).inc({ kind: 'x' });
    const response = await fetch(`${url}/metrics`);
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    expect(text).toContain('bridge_health_test_total{kind="x"} 1');
    expect(text).toContain('bridge_process_cpu_seconds_total');
  });

  test('that is taken stops the start with one sentence', async () => {
    const health = async () => ({ ready: true, parts: [] });
    const { host } = new URL(await serve(health));
    await expect(serveHealth(host, health)).rejects.toThrow(ProgramStartError);
    await expect(serveHealth(host, health)).rejects.toThrow(
      `The health checks cannot listen on ${host} (EADDRINUSE): choose another address with BRIDGE_INTERNAL_LISTEN.`,
    );
  });

  test('has no other address, and a check that throws affects only its own answer', async () => {
    const url = await serve(() => Promise.reject(new Error('broken')));
    expect((await fetch(`${url}/admin`)).status).toBe(404);
    await expect(fetch(`${url}/readyz`)).rejects.toThrow();
    expect((await fetch(`${url}/livez`)).status).toBe(200);
  });
});

test.each([
  ['127.0.0.1:4000', { host: '127.0.0.1', port: 4000 }],
  ['localhost:0', { host: 'localhost', port: 0 }],
  ['[::1]:4000', { host: '::1', port: 4000 }],
])('%s is a host and a port', (listen, parts) => expect(parseListen(listen)).toEqual(parts));
