import { startWebhookReceiver, until } from '@bridge/testing';
import { Webhook } from 'standardwebhooks';
import { expect, onTestFinished } from 'vitest';
import { create, done, guarded, patchOf, stage, unique, website } from '../stage.ts';
import { verifiesOnce } from '../verifies.ts';

const one = await stage();

/** A request of the owner that must succeed. */
async function send(path: string, body?: unknown) {
  const method = body === undefined ? 'GET' : 'POST';
  const response = await one.owner.send(method, `/api/console/webhooks${path}`, body);
  // Looked at member by member.
  const json = (await response.json()) as ReturnType<typeof JSON.parse>;
  if (!response.ok) throw new Error(JSON.stringify(json));
  return json;
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
  const live = website(await act('builder.publish', guarded(patched)));
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
    // The receiver's side of the standard, with its check of the time.
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
  const { deliveries } = await send(`/${webhook.webhook_id}/deliveries?limit=3`);
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
