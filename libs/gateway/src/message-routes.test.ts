import { accountModule, openBrowser, startGateway, type GatewayTestRig } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway({}, {}, [accountModule]);
});
afterAll(() => rig.stop());

const SCOPES = ['relay.inbox', 'relay.message', 'paired.chat'];
async function stage() {
  const { email, password } = await rig.owner();
  const { key, secret } = await rig.tool.keysCreate(email, { name: 'agent', scopes: SCOPES });
  const browser = openBrowser(rig);
  await browser.signIn(email, password);
  const act = (action: string, payload: object) => rig.act(secret, { action, payload });
  return { browser, act, secret, party: `key:${key.key_id}` };
}
let made = 0;
const unique = (): string => `message-${String((made += 1)).padStart(4, '0')}`;

// Verifies: relay.owner.
test('an owner reads both sides of a conversation, answers and acknowledges', async () => {
  const { browser, act, party } = await stage();
  const question = { to: 'owner', text: 'Ready?', idempotency_key: unique() };
  expect((await act('relay.message', question)).status).toBe(200);
  const answer = { to: party, text: 'Yes.', reply_to: 1, idempotency_key: unique() };
  const sent = await browser.send('POST', '/api/console/messages', answer);
  expect(sent).toMatchObject({ status: 200, json: { ok: true, message: { id: 2, to: party } } });
  const again = await browser.send('POST', '/api/console/messages', answer);
  expect(again.json.message).toEqual(sent.json.message);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect((await act('relay.inbox', {})).json.result.messages).toEqual([sent.json.message]);
  for (const query of ['', `?with=${party}`]) {
    const listed = await browser.send('GET', `/api/console/messages${query}`);
    expect(listed.json).toMatchObject({
      messages: [
        { id: 2, acknowledged: false },
        { id: 1, text: 'Ready?', acknowledged: false },
      ],
      waiting: 1,
      next: null,
    });
  }
  const first = await browser.send('GET', '/api/console/messages?limit=1');
  expect(first.json).toMatchObject({ messages: [{ id: 2 }], next: 2 });
  const rest = await browser.send('GET', '/api/console/messages?limit=1&before=2');
  expect(rest.json).toMatchObject({ messages: [{ id: 1 }], next: null });
  const done = await browser.send('POST', '/api/console/messages/done', { ids: [1, 2, 99] });
  expect(done).toMatchObject({ status: 200, json: { waiting: 0 } });
  const after = await browser.send('GET', '/api/console/messages');
  expect(after.json.messages).toMatchObject([{ acknowledged: false }, { acknowledged: true }]);
});

// Verifies: pairing.owner.
test('an owner opens a session, an agent joins by its code, and the owner ends it', async () => {
  const { browser, act } = await stage();
  const opened = await browser.send('POST', '/api/console/pairing', {});
  expect(opened.status).toBe(200);
  const { session_id, code } = opened.json;
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  const join = { code, text: 'Here.', idempotency_key: unique() };
  expect((await act('paired.chat', join)).json.result.session_id).toBe(session_id);
  const said = { session_id, text: 'Good.', idempotency_key: unique() };
  expect((await browser.send('POST', '/api/console/messages', said)).status).toBe(200);
  const listed = await browser.send('GET', '/api/console/pairing');
  expect(listed.json.sessions).toMatchObject([{ session_id }]);
  expect(listed.text).not.toContain(code);
  const end = `/api/console/pairing/${session_id}/end`;
  expect((await browser.send('POST', end, {})).status).toBe(200);
  expect((await browser.send('POST', end, {})).json.error.code).toBe('no_paired_session');
  const late = { session_id, text: 'Late.', idempotency_key: unique() };
  expect((await act('paired.chat', late)).status).toBe(404);
});

// Verifies: relay.owner, pairing.owner.
test.each([
  ['GET', '/api/console/messages', undefined],
  ['POST', '/api/console/messages', { to: 'owner', text: 'x', idempotency_key: 'guarded-0001' }],
  ['POST', '/api/console/messages/done', { ids: [1] }],
  ['GET', '/api/console/pairing', undefined],
  ['POST', '/api/console/pairing', {}],
  ['POST', '/api/console/pairing/pair_x/end', {}],
])('%s %s takes a session only, and no change from another site', async (method, path, body) => {
  const { browser, secret } = await stage();
  const key = { authorization: `Bearer ${secret}` };
  expect((await openBrowser(rig).send(method, path, body, key)).json.error.code).toBe(
    'session_required',
  );
  expect((await openBrowser(rig).send(method, path, body)).json.error.code).toBe(
    'session_required',
  );
  if (method === 'GET') return;
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
  expect((await browser.send(method, path, body, foreign)).json.error.code).toBe(
    'origin_forbidden',
  );
});

// Verifies: relay.owner.
test.each([
  { text: 'neither', idempotency_key: 'neither-0001' },
  { to: 'owner', session_id: 'pair_x', text: 'both', idempotency_key: 'both-00001' },
  { to: 'owner', text: 'a\u0000b', idempotency_key: 'control-001' },
  { to: 'owner', text: 'more', surprise: 1, idempotency_key: 'surprise-01' },
])('a message of a wrong form is refused: %j', async (body) => {
  const { browser } = await stage();
  const answer = await browser.send('POST', '/api/console/messages', body);
  expect(answer).toMatchObject({ status: 400, json: { error: { code: 'invalid_input' } } });
});
