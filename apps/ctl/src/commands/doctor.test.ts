import { runCommand } from '@bridge/testing';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

let data: string;
let server: Server | null = null;
beforeAll(() => {
  data = mkdtempSync(join(tmpdir(), 'bridge-doctor-'));
});
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = null;
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** Runs `ctl doctor` for a product at the address of a server that answers with `respond`; returns its output or its error. */
async function doctorOf(respond: RequestListener): Promise<{ url: string; text: string }> {
  server = createServer(respond);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const text = await runCommand(['doctor', '--url', url], { BRIDGE_DATA: data }).then(
    ({ stdout }) => stdout,
    (error: unknown) => String(error),
  );
  return { url, text };
}

test('ctl doctor names a product that takes requests and does not answer them', async () => {
  const { url, text } = await doctorOf(() => undefined);
  expect(text).toContain(`WRONG  product     ${url} does not answer within 5 s; look at its log`);
}, 30_000);

test('ctl doctor names a product that answers with an error by its status', async () => {
  const { url, text } = await doctorOf((_, response) => response.writeHead(502).end());
  expect(text).toContain(`WRONG  product     ${url} answers with status 502; look at its log`);
}, 30_000);
