import { expect } from 'vitest';
import { callOn } from '../call.ts';
import { done, product, refused, stage, unique } from '../stage.ts';
import { verifiesOnce } from '../verifies.ts';

const one = await stage();
const agent = async () => {
  const scopes = ['node.heartbeat', 'paired.chat', 'relay.inbox'];
  const { secret } = await one.owner.makeKey({ scopes });
  return callOn('act', product().baseUrl, secret);
};

verifiesOnce('presence.heartbeat', async () => {
  const call = await agent();
  const beat = () => ({ node_id: 'laptop', status: 'idle', idempotency_key: unique('beat') });
  const first = { next_in_s: 60, inbox_waiting: 0, paired: [] };
  expect(done(await call('node.heartbeat', beat()))).toEqual(first);
  expect(done(await call('node.heartbeat', beat()))).toEqual(first);
});

verifiesOnce('pairing.join', async () => {
  const call = await agent();
  const opened = await one.owner.send('POST', '/api/console/pairing', {});
  const { session_id, code } = (await opened.json()) as { session_id: string; code: string };
  const say = (where: object) => ({ ...where, text: 'Here.', idempotency_key: unique('chat') });
  refused(await call('paired.chat', say({ code: 'ZZZZ-ZZZZ' })), 'no_paired_session');
  expect(done(await call('paired.chat', say({ code })))).toMatchObject({ session_id });
  expect(done(await call('paired.chat', say({ session_id })))).toMatchObject({ session_id });
  refused(await (await agent())('paired.chat', say({ code })), 'no_paired_session');
});
