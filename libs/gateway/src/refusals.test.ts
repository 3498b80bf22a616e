import { startGateway, type GatewayTestRig } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let rig: GatewayTestRig;
let key: string;
beforeAll(async () => {
  rig = await startGateway();
  key = await rig.key();
});
afterAll(() => rig.stop());

// Verifies: errors.plain-cause.
test.each([[null], ['text'], [[1]], [7]])(
  'a payload that is %j is refused as `payload`; an absent one is an empty input',
  async (payload) => {
    const { status, json } = await rig.act(key, { action: 'worlds.list', payload });
    expect([status, json.error.code]).toEqual([400, 'invalid_input']);
    expect(json.error.details.issues).toMatchObject([{ path: 'payload', rule: 'invalid_type' }]);
    expect(json.error.message).toBe(
      'payload: must be an object; omit it when the action takes no input.',
    );
    expect((await rig.act(key, { action: 'worlds.list' })).status).toBe(200);
  },
);

test('an unknown action is refused as such with any payload', async () => {
  const { json } = await rig.act(key, { action: 'no.such', payload: null });
  expect(json.error.code).toBe('unknown_action');
});

// Verifies: errors.plain-cause.
test.each([
  ['alone', () => key],
  ['behind another scheme', () => `Token ${key}`],
  ['behind a scheme without a blank', () => `ak_${'x'.repeat(10)}`],
])(
  'a key %s in Authorization is refused because Bearer is missing, not because there is no key',
  async (_, value) => {
    const list = { action: 'worlds.list' };
    const { status, json } = await rig.act(null, list, { authorization: value() });
    expect([status, json.error.code]).toEqual([401, 'key_malformed']);
    expect(json.error.message).toBe(
      'The Authorization header contains a key without the scheme Bearer.',
    );
    expect(json.error.hint).toContain('Authorization: Bearer ak_<KEY>');
    expect(JSON.stringify(json)).not.toContain(key.slice(3, 20));
  },
);

// Verifies: errors.plain-cause.
test('a wrong password is refused as such, without a hint at action schemas', async () => {
  const { email } = await rig.owner();
  const response = await fetch(`${rig.base}/api/auth/sign-in/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' },
    body: JSON.stringify({ email, password: 'not the password' }),
  });
  const { error } = (await response.json()) as {
    error: { code: string; message: string; hint: string };
  };
  expect([response.status, error.code]).toEqual([400, 'invalid_input']);
  expect(error.message).toBe('The e-mail address or the password is wrong.');
  expect(error.hint).toBe(
    'Check e-mail address and password, then sign in again; after too many wrong attempts wait.',
  );
  expect(error.hint).not.toMatch(/schema|actions/);
});
