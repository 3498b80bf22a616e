import { startGateway, type GatewayTestRig } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let rig: GatewayTestRig;
let key: string;
beforeAll(async () => {
  rig = await startGateway();
  key = await rig.key();
});
afterAll(() => rig.stop());

const host = (): string => new URL(rig.base).host;
function act(target: string, hosts: readonly string[], word: string): string {
  const payload = { word, idempotency_key: `forged-${word}` };
  const body = JSON.stringify({ action: 'worlds.found', payload });
  return [
    `POST ${target} HTTP/1.1`,
    ...hosts.map((name) => `Host: ${name}`),
    `Authorization: Bearer ${key}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
    '',
    body,
  ].join('\r\n');
}
const PATH = '/api/agent-bridge/act';
const worlds = async (): Promise<readonly string[]> => {
  const { json } = await rig.act(key, { action: 'worlds.list' });
  return json.result.worlds.map(({ word }: { word: string }) => word);
};

// Verifies: safety.forged-target.
test.each([
  ['two Host headers', PATH, 2],
  ['a target for another host', `http://example.org${PATH}`, 1],
  ['a target for another port', `http://localhost:1${PATH}`, 1],
  ['a target without an authority', `urn:x${PATH}`, 1],
  ['a console file by two Host headers', '/console/', 2],
  ['a path that is none by two Host headers', '/%zz', 2],
])(
  '%s is 400 and the connection is closed; no request after it runs',
  async (what, target, count) => {
    const word = `behind-${what.replaceAll(' ', '-').toLowerCase()}`;
    const forged = act(target, Array.from({ length: count }, host), `${word}-1`);
    const text = await rig.raw(forged + act(PATH, [host()], `${word}-2`));
    expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 400']);
    expect(text.toLowerCase()).toContain('\r\nconnection: close\r\n');
    expect(text).toContain('"code":"invalid_input"');
    expect((await worlds()).filter((one) => one.startsWith(word))).toEqual([]);
  },
);

// Verifies: safety.forged-target.
test('requests before a forged request on its connection are answered first', async () => {
  const text = await rig.raw(
    act(PATH, [host()], 'before-it') +
      act(PATH, [host(), host()], 'itself') +
      act(PATH, [host()], 'after-it'),
  );
  expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 400']);
  expect(await worlds()).toContain('before-it');
  expect(await worlds()).not.toContain('after-it');
});

test('a target in absolute form for our own host is served', async () => {
  const closing = act(`${rig.base}${PATH}`, [host()], 'absolute').replace(
    'Authorization',
    'Connection: close\r\nAuthorization',
  );
  expect(await rig.raw(closing)).toMatch(/^HTTP\/1\.1 200/);
});
