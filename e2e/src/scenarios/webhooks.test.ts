import { startWebhookReceiver, until } from '@bridge/testing';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished } from 'vitest';
import { callOn } from '../call.ts';
import {
  create,
  done,
  guarded,
  patchOf,
  product,
  publish,
  stage,
  unique,
  website,
} from '../stage.ts';
import { verifiesOnce } from '../verifies.ts';

const one = await stage();

/** Expects that a request of the owner succeeded, and returns the JSON of the response. */
async function answered(response: Response): Promise<ReturnType<typeof JSON.parse>> {
  const json: unknown = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(json));
  return json;
}
const ownerPost = async (path: string, body: unknown) =>
  answered(await one.owner.send('POST', path, body));
async function send(path: string, body?: unknown) {
  const at = `/api/console/webhooks${path}`;
  return body === undefined ? answered(await one.owner.send('GET', at)) : ownerPost(at, body);
}

verifiesOnce(['webhooks.events', 'webhooks.signature', 'webhooks.owner'], async () => {
  const receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.stop());
  const events = [
    'key.created',
    'key.revoked',
    'world.founded',
    'member.invited',
    'page.created',
    'page.patched',
    'page.published',
    'page.visibility_changed',
    'page.cleared',
  ];
  const { webhook, secret } = await send('', { url: receiver.url, events });
  onTestFinished(() => send(`/${webhook.webhook_id}`, { action: 'delete' }));
  const { key } = await one.owner.makeKey({ scopes: ['worlds.list'] });
  await one.owner.send('POST', '/api/agent-bridge/keys', { action: 'revoke', key_id: key.key_id });
  const act = one.on('act');
  const word = unique('hooks');
  done(await act('worlds.found', { word, idempotency_key: unique('found') }));
  await one.owner.send('POST', `/api/agent-bridge/worlds/${word}/members`, {
    email: 'friend@example.org',
    role: 'viewer',
  });
  const page = await create(act, word);
  const patched = website(await act('builder.patch', patchOf(page, '<p>first</p>', '<p>1st</p>')));
  const live = await publish(act, patched);
  const setter = await one.with('act', { scopes: ['pages.set_visibility'] });
  const change = { page_id: page.page_id, visibility: 'private' };
  done(await setter('pages.set_visibility', { ...change, idempotency_key: unique('private') }));
  done(await act('builder.clear', guarded(live)));
  await until('the last event', () => receiver.taken.at(-1)?.type === 'page.cleared');
  expect(receiver.taken.map(({ type }) => type)).toEqual([
    'key.created',
    'key.revoked',
    'world.founded',
    'member.invited',
    'page.created',
    'page.patched',
    'page.published',
    'key.created',
    'page.visibility_changed',
    'page.cleared',
  ]);
  for (const { id, timestamp, signature, body } of receiver.taken) {
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signature,
    };
    // The reference library of Standard Webhooks for receivers verifies signature and timestamp.
    const verified = new Webhook(secret).verify(body, headers);
    expect(verified).toEqual(JSON.parse(body));
    expect(body).not.toContain('<');
  }
  const published = receiver.taken.find(({ type }) => type === 'page.published');
  expect(JSON.parse(published?.body ?? '').data).toMatchObject({
    actor: 'key',
    page_id: page.page_id,
    word,
    revision: 2,
  });
  // The product records the delivery a moment after the receiver has got the message.
  const deliveries = await until('the record of the last delivery', async () => {
    const listed = await send(`/${webhook.webhook_id}/deliveries?limit=3`);
    return listed.deliveries[0].event === 'page.cleared' && listed.deliveries;
  });
  expect(deliveries).toMatchObject([
    { event: 'page.cleared', state: 'delivered', status: 204, attempts: 1 },
    { event: 'page.visibility_changed' },
    { event: 'key.created' },
  ]);
  const ids = [deliveries[2].delivery_id];
  expect(await send(`/${webhook.webhook_id}/redeliver`, { ids })).toMatchObject({ requested: 1 });
  await until('the repetition', () => receiver.taken.length === 11);
  expect(receiver.taken.at(-1)?.id).toBe(ids[0]);
  expect(await send(`/${webhook.webhook_id}`, { action: 'test' })).toMatchObject({
    delivered: true,
    status: 204,
  });
  const paused = await send(`/${webhook.webhook_id}`, { action: 'change', state: 'paused' });
  expect(paused.webhook).toMatchObject({ state: 'paused', paused_because: 'owner' });
  const rotated = await send(`/${webhook.webhook_id}`, { action: 'rotate' });
  expect(rotated.secret).not.toBe(secret);
  expect((await send('')).webhooks).toMatchObject([{ webhook_id: webhook.webhook_id, events }]);
});

verifiesOnce('webhooks.events', async () => {
  const receiver = await startWebhookReceiver();
  onTestFinished(() => receiver.stop());
  const { webhook } = await send('', { url: receiver.url, events: ['relay.message'] });
  onTestFinished(() => send(`/${webhook.webhook_id}`, { action: 'delete' }));
  const scopes = ['relay.message', 'relay.inbox', 'paired.chat'];
  const { key, secret } = await one.owner.makeKey({ scopes });
  const agent = callOn('act', product().baseUrl, secret);
  const { code } = await ownerPost('/api/console/pairing', {});
  const text = unique('private-words');
  const said = () => ({ text, idempotency_key: unique('message') });
  done(await agent('relay.message', { to: 'owner', ...said() }));
  const joined = done(await agent('paired.chat', { code, ...said() }));
  await ownerPost('/api/console/messages', { to: `key:${key.key_id}`, ...said() });
  await ownerPost('/api/console/messages', { session_id: joined['session_id'], ...said() });
  await until('every message', () => receiver.taken.length === 4);
  const told = receiver.taken.map(({ type, body }) => [type, JSON.parse(body).data]);
  const byKey = { actor: 'key', key_id: key.key_id, page_id: null, word: null };
  const byOwner = { actor: 'owner', page_id: null, word: null };
  expect(told).toMatchObject(
    [byKey, byKey, byOwner, byOwner].map((data) => ['relay.message', data]),
  );
  for (const { body } of receiver.taken) expect(body).not.toContain(text);
});

verifiesOnce('webhooks.address', async () => {
  for (const url of ['http://example.org/', 'https://10.0.0.1/', 'https://[fd00::1]/']) {
    const body = { url, events: ['page.published'] };
    const answer = await one.owner.send('POST', '/api/console/webhooks', body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({
      error: { code: 'invalid_input', details: { issues: [{ path: 'url', rule: 'address' }] } },
    });
  }
});
