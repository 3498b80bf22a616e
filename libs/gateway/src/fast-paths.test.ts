import { startGateway, type GatewayTestRig } from '@bridge/testing';
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';

const PAGE = `<p>${'ä'.repeat(1_500_000)}</p>`;

let rig: GatewayTestRig | undefined;
afterEach(() => rig?.stop());

/**
 * Creates two pages of 3 MB: one in a request of known length, one in a chunked request. Returns the SHA-256 of each stored
 * text.
 */
async function storedPages(setting: 'on' | 'off'): Promise<readonly unknown[]> {
  rig = await startGateway({ BRIDGE_FAST_PATHS: setting });
  const key = await rig.key();
  const word = await rig.world(key);
  const stored: unknown[] = [];
  for (const isChunked of [false, true]) {
    const payload = { title: 't', word, raw_html: PAGE, idempotency_key: `create-${isChunked}` };
    const body = JSON.stringify({ action: 'builder.create', payload });
    const made = await fetch(`${rig.base}/api/agent-bridge/act`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: isChunked ? new Blob([body]).stream() : body,
      ...(isChunked ? { duplex: 'half' as const } : {}),
    });
    expect(made.status).toBe(200);
    const { result } = (await made.json()) as { result: { website: { page_id: number } } };
    const { page_id } = result.website;
    const read = await rig.act(key, { action: 'builder.get', payload: { page_id } });
    stored.push({ html: read.json.result.raw_html, sha256: read.json.result.website.raw_sha256 });
  }
  return stored;
}

test('a large body is stored as it was sent, with detached buffers and with their plain twin', async () => {
  const fast = await storedPages('on');
  await rig?.stop();
  const plain = await storedPages('off');
  expect(plain).toEqual(fast);
  expect(fast).toMatchObject([{ html: PAGE }, { html: PAGE }]);
});

test('a client that ends its side of the connection after a request receives the answer', async () => {
  rig = await startGateway();
  const { hostname, port, host } = new URL(rig.base);
  const body = JSON.stringify({ action: 'worlds.list', payload: {} });
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  await once(socket, 'connect');
  socket.end(
    [
      'POST /api/agent-bridge/act HTTP/1.1',
      `Host: ${host}`,
      `Authorization: Bearer ${await rig.key()}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
      '',
      body,
    ].join('\r\n'),
  );
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*"ok":true/);
});
