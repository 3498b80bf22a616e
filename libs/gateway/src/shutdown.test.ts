import { startGateway, until } from '@bridge/testing';
import { connect } from 'node:net';
import { expect, test } from 'vitest';

test('a stop answers what is in flight, and takes nothing new', async () => {
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
  const stopped = rig.rooms.running.stop();
  socket.write(body);
  await until('the answer', () => closed);
  expect(heard).toMatch(/HTTP\/1\.1 200 OK/);
  expect(heard.toLowerCase()).toContain('connection: close');
  await stopped;
  await expect(fetch(`${rig.base}/api/agent-bridge`)).rejects.toThrow();
  await rig.stop();
});
