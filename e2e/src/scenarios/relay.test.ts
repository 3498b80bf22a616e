import { expect } from 'vitest';
import { done, product, refused, stage, unique } from '../stage.ts';
import { callOn } from '../call.ts';
import { verifiesOnce } from '../verifies.ts';

const one = await stage();
const scopes = ['relay.message', 'relay.inbox'];
const agent = async () => {
  const { key, secret } = await one.owner.makeKey({ scopes });
  return { party: `key:${key.key_id}`, call: callOn('act', product().baseUrl, secret) };
};
const message = (to: string, text: string) => ({ to, text, idempotency_key: unique('message') });

verifiesOnce('relay.recipients', async () => {
  const [writer, reader] = [await agent(), await agent()];
  const ref = { page_id: 42, revision: 7 };
  const sent = done(
    await writer.call('relay.message', { ...message(reader.party, 'Look at it.'), ref }),
  )['message'];
  expect(sent).toMatchObject({ from: writer.party, to: reader.party, text: 'Look at it.', ref });
  expect(done(await writer.call('relay.inbox', {}))).toMatchObject({ messages: [], waiting: 0 });
  expect(done(await reader.call('relay.inbox', {}))).toEqual({
    messages: [sent],
    waiting: 1,
    next_after_id: null,
  });
});

verifiesOnce('relay.acknowledged', async () => {
  const [writer, reader] = [await agent(), await agent()];
  const sent = done(await writer.call('relay.message', message(reader.party, 'Done?')));
  const { id } = sent['message'] as { readonly id: number };
  expect(done(await writer.call('relay.inbox', { ack_ids: [id] }))['waiting']).toBe(0);
  expect(done(await reader.call('relay.inbox', {}))['waiting']).toBe(1);
  expect(done(await reader.call('relay.inbox', { ack_ids: [id] }))['messages']).toEqual([]);
});

verifiesOnce('relay.recipient-unknown', async () => {
  const writer = await agent();
  const stranger = await stage();
  const foreign = await stranger.owner.makeKey({ scopes });
  for (const to of [`key:${foreign.key.key_id}`, 'key:nobody'])
    refused(await writer.call('relay.message', message(to, 'Hello')), 'recipient_not_found');
});
