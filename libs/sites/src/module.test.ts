import { EFFECT_MIGRATIONS } from '@bridge/db';
import { ProgramStartError } from '@bridge/kernel';
import { testBase, testDb, type ConnectedTestDatabase } from '@bridge/testing';
import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startContentOrigin } from './content-origin.fixture.ts';

let database: ConnectedTestDatabase;
beforeAll(async () => {
  database = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
});
afterAll(() => database.close());

const start = (settings: Readonly<Record<string, string>>) =>
  startContentOrigin(testBase(settings), database.db);

test('a used port is reported in one sentence that says what to do', async () => {
  const holder = createServer().listen(0, '127.0.0.1');
  await once(holder, 'listening');
  const address = holder.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  try {
    const settings = { BRIDGE_CONTENT_URL: `http://localhost:${port}` };
    const failed = await start(settings).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ProgramStartError);
    expect(failed).toHaveProperty(
      'message',
      expect.stringMatching(/^Port [0-9]+ on 127\.0\.0\.1 is taken .* BRIDGE_CONTENT_URL or .*\.$/),
    );
  } finally {
    holder.close();
  }
});

test('an address of another machine is refused with the setting to correct', async () => {
  await expect(start({ BRIDGE_CONTENT_LISTEN: '192.0.2.1:4001' })).rejects.toThrow(
    /192\.0\.2\.1:4001 is not an address/,
  );
});

test('an answer being sent when the process ends is sent whole, and idle connections close', async () => {
  const origin = await start({ BRIDGE_CONTENT_LISTEN: '127.0.0.1:0' });
  const html = 'x'.repeat(5_000_000);
  const { host } = await origin.publish({ html, word: await origin.found('module-test') });
  const agent = new Agent({ keepAlive: true });
  const ask = { port: origin.port, host: '127.0.0.1', agent };
  const answered = async () => {
    const [response] = await once(get({ ...ask, headers: { host } }), 'response');
    return response;
  };
  const idle = await answered();
  idle.resume();
  await once(idle, 'end');
  const large = await answered();
  // The client has stopped reading `large`; it continues after the stop of the content origin has begun.
  const stopped = origin.stop();
  let bytes = 0;
  large.on('data', (chunk: Buffer) => (bytes += chunk.byteLength));
  await once(large, 'end');
  await stopped;
  expect(bytes).toBe(html.length);
  agent.destroy();
});

test('behind TLS a browser gets Strict-Transport-Security', async () => {
  const origin = await start({
    BRIDGE_CONTENT_URL: 'https://content.example',
    BRIDGE_CONTENT_LISTEN: '127.0.0.1:0',
  });
  try {
    const { headers } = await origin.get('content.example', '/');
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  } finally {
    await origin.stop();
  }
});
