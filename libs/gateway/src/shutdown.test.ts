import { pauseAt, startGateway, until } from '@bridge/testing';
import { connect } from 'node:net';
import { expect, test } from 'vitest';

// Verifies: operations.shutdown.
test('a stop answers the calls in flight, and accepts no new ones', async () => {
  const rig = await startGateway();
  const key = await rig.key();
  const { port, host } = new URL(rig.base);
  const body = '{"action":"worlds.list"}';
  const socket = connect(Number(port), '127.0.0.1');
  let heard = '';
  let closed = false;
  socket.on('data', (chunk) => (heard += chunk.toString()));
  socket.on('close', () => (closed = true));
  socket.write(
    `POST /api/agent-bridge/act HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  await until('the request to be admitted', () => heard.includes('100 Continue'));
  const stopped = rig.services.running.stop();
  socket.write(body);
  await until('the answer', () => closed);
  expect(heard).toMatch(/HTTP\/1\.1 200 OK/);
  expect(heard.toLowerCase()).toContain('connection: close');
  await stopped;
  await expect(fetch(`${rig.base}/api/agent-bridge`)).rejects.toThrow();
  await rig.stop();
});

test('a call that does not end in time gets outcome_unknown with same_key in the form of its surface', async () => {
  const rig = await startGateway();
  const key = await rig.key();
  const paused = pauseAt('change.after-plan', { calls: 2 });
  const act = rig.act(key, {
    action: 'worlds.found',
    payload: { word: 'held-by-act', idempotency_key: 'held-0001' },
  });
  const input = { word: 'held-by-mcp', idempotency_key: 'held-0002' };
  const mcp = rig.callTool(key, 'worlds_found', input);
  await paused.reached;
  const stopped = rig.services.running.stop();
  const unknown = { code: 'outcome_unknown', outcome: 'unknown', retry: 'same_key' };
  expect((await act).json).toMatchObject({ ok: false, error: unknown });
  expect((await mcp).json).toMatchObject({ jsonrpc: '2.0', error: { data: unknown } });
  paused.release();
  await stopped;
  await rig.stop();
});
