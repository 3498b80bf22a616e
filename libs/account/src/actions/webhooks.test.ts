import { ACCOUNT } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { agentCtx, ownerCtx, until } from '@bridge/testing';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealStoredSecrets } from '../webhooks/seal-stored-secrets.ts';
import { makeSecretBox } from '../webhooks/secret-box.ts';
import {
  MASTER_SECRET,
  stageWebhook,
  startWebhookStage,
  TIMES,
  type WebhookTestServices,
} from '../webhooks/webhook-stage.fixture.ts';

let stage: WebhookTestServices;
beforeAll(async () => {
  stage = await startWebhookStage();
});
afterAll(() => stage.stop());

const EVENTS: ['world.founded'] = ['world.founded'];
const mine = (webhookId: string) =>
  stage.receiver.received.filter(({ id }) => id.startsWith(`msg_${webhookId.slice(3)}_`));
const journal = async (accountId: string) =>
  (
    await stage.services.db.rows(
      sql<{
        action: string;
      }>`select action from effect.journal where account_id = ${accountId} order by seq`,
    )
  ).map(({ action }) => action);

// Verifies: webhooks.secret.
test('the secret is answered once: no list, no journal row and no delivery holds it', async () => {
  const { services, receiver } = stage;
  const hook = await stageWebhook(services, receiver.url);
  expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  expect(JSON.stringify([await hook.record(), await hook.deliveries()])).not.toContain('whsec_');
  expect(await journal(hook.accountId)).toEqual(['account.webhook_create']);
});

// Verifies: webhooks.sealed.
test('the database holds no secret that signs, and a sealed one opens for its own webhook only', async () => {
  const { services, receiver } = stage;
  const [hook, other] = [
    await stageWebhook(services, receiver.url),
    await stageWebhook(services, receiver.url),
  ];
  const stored = async () => {
    const [row] = await services.db.rows(
      sql<{
        secret: string;
      }>`select secret from account.webhook where webhook_id = ${hook.webhookId}`,
    );
    return row?.secret ?? '';
  };
  const box = makeSecretBox(async () => MASTER_SECRET);
  const { accountId, webhookId } = hook;
  expect(await stored()).toMatch(/^gcm1\.[A-Za-z0-9_-]+$/);
  expect(await box.open(await stored(), hook)).toBe(hook.secret);
  const refused = { code: 'internal' };
  await expect(box.open(await stored(), other)).rejects.toMatchObject(refused);
  const stranger = makeSecretBox(async () => MASTER_SECRET.toUpperCase());
  await expect(stranger.open(await stored(), hook)).rejects.toMatchObject(refused);
  const sealed = await stored();
  const altered = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA');
  await expect(box.open(altered, hook)).rejects.toMatchObject(refused);
  // Stores the secret unencrypted, as an earlier version of the product did.
  await services.db.rows(
    sql`update account.webhook set secret = ${hook.secret} where account_id = ${accountId} and webhook_id = ${webhookId}`,
  );
  expect(await sealStoredSecrets(services.db, box)).toBe(1);
  expect(await sealStoredSecrets(services.db, box)).toBe(0);
  expect(await box.open(await stored(), hook)).toBe(hook.secret);
});

// Verifies: webhooks.quota.
test('an account has at most 10 webhooks, however many creations come at once', async () => {
  const { services, receiver } = stage;
  const owner = ownerCtx();
  const input = { url: receiver.url, events: EVENTS };
  const made = await Promise.allSettled(
    Array.from({ length: 14 }, () => services.call(ACCOUNT.webhookCreate, owner, input)),
  );
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(10);
  for (const one of made)
    if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'quota_exceeded' });
  const { webhooks } = (await services.call(ACCOUNT.webhooksList, owner, {})).result;
  const [first] = webhooks;
  await services.call(ACCOUNT.webhookDelete, owner, { webhook_id: first?.webhook_id ?? '' });
  await services.call(ACCOUNT.webhookCreate, owner, input);
  await expect(services.call(ACCOUNT.webhookCreate, owner, input)).rejects.toMatchObject({
    code: 'quota_exceeded',
  });
});

// Verifies: webhooks.address.
test.each([
  'http://example.org/hook',
  'https://user:word@example.org/',
  'https://:word@example.org/',
  'https://8.8.8.8:22/',
  'https://8.8.8.8:80/',
  'https://8.8.8.8:6379/',
  'https://10.0.0.1/',
  'https://167772161/',
  'https://0x0a.1/',
  'https://169.254.169.254/latest/',
  'https://[fe80::1]/',
  'https://[fd00:ec2::254]/',
  'https://[64:ff9b::a00:1]/',
  'https://[::ffff:10.0.0.1]/',
  'https://[::ffff:a00:1]:8443/',
  'ftp://example.org/',
  'no address',
])('the address %s is refused at creation and at a change', async (url) => {
  const { services, receiver } = stage;
  const hook = await stageWebhook(services, receiver.url);
  const owner = ownerCtx(hook.accountId);
  const refusal = {
    code: 'invalid_input',
    details: { issues: [{ path: 'url', rule: 'address' }] },
  };
  await expect(
    services.call(ACCOUNT.webhookCreate, owner, { url, events: EVENTS }),
  ).rejects.toMatchObject(refusal);
  await expect(
    services.call(ACCOUNT.webhookChange, owner, { webhook_id: hook.webhookId, url }),
  ).rejects.toMatchObject(refusal);
  expect(await hook.record()).toMatchObject({ url: receiver.url });
});

// Verifies: webhooks.rotated.
test('after a rotation both secrets sign for 24 hours, then the new one alone', async () => {
  const { services, receiver, clock } = stage;
  const hook = await stageWebhook(services, receiver.url);
  const at = { webhook_id: hook.webhookId };
  const { result } = await services.call(ACCOUNT.webhookRotate, ownerCtx(hook.accountId), at);
  expect(result.webhook.old_secret_until).toBe(new Date(clock.now() + TIMES.day).toISOString());
  const signedBy = (secrets: readonly string[]) => {
    const message = mine(hook.webhookId).at(-1);
    if (message === undefined) throw new Error('no message');
    const { id, timestamp, body } = message;
    const signs = secrets.map((one) =>
      new Webhook(one).sign(id, new Date(timestamp * 1_000), body),
    );
    return { signed: message.signature, expected: signs.join(' ') };
  };
  await hook.happen(1);
  await until('an event', () => mine(hook.webhookId).length === 1);
  const both = signedBy([result.secret, hook.secret]);
  expect(both.signed).toBe(both.expected);
  clock.advance(TIMES.day + 1);
  await hook.happen(1);
  await until('another event', () => mine(hook.webhookId).length === 2);
  const one = signedBy([result.secret]);
  expect(one.signed).toBe(one.expected);
  expect(await hook.record()).toMatchObject({ old_secret_until: null });
});

// Verifies: webhooks.unreadable.
test('a secret that does not open is a failed attempt, and a rotation repairs the webhook at once', async () => {
  const { services, receiver, clock } = stage;
  const hook = await stageWebhook(services, receiver.url);
  const at = { webhook_id: hook.webhookId };
  const otherBox = makeSecretBox(async () => 'another master secret of 32 characters');
  const sealed = await otherBox.seal(hook.secret, { ...hook });
  await services.db.rows(
    sql`update account.webhook set secret = ${sealed} where account_id = ${hook.accountId}`,
  );
  await hook.happen(1);
  await until('a failed attempt', async () => (await hook.record()).attempts === 1);
  expect((await hook.deliveries())[0]).toMatchObject({
    state: 'waiting',
    status: null,
    error: 'The secret of this webhook cannot be read: make a new one.',
  });
  expect(mine(hook.webhookId)).toEqual([]);
  const { result } = await services.call(ACCOUNT.webhookRotate, ownerCtx(hook.accountId), at);
  clock.advance(TIMES.minute);
  const message = await until('the event', () => mine(hook.webhookId)[0]);
  const sent = new Date(message.timestamp * 1_000);
  expect(message.signature).toBe(new Webhook(result.secret).sign(message.id, sent, message.body));
  expect((await hook.record()).old_secret_until).not.toBeNull();
});

describe('a repetition by hand', () => {
  // Verifies: webhooks.repeat.
  test('sends the named deliveries again, with their ids, and one that fails holds up nothing', async () => {
    const { services, receiver } = stage;
    const hook = await stageWebhook(services, receiver.url);
    const owner = ownerCtx(hook.accountId);
    const seqs = await hook.happen(4);
    await until('four events', async () => (await hook.deliveries()).length === 4);
    const before = mine(hook.webhookId);
    const ids = [before[2]?.id ?? '', before[0]?.id ?? ''];
    receiver.answer = ({ seq }) => (seq === seqs[0] ? 500 : 204);
    const at = { webhook_id: hook.webhookId };
    const asked = await services.call(ACCOUNT.webhookRedeliver, owner, { ...at, ids, since: null });
    expect(asked.result).toEqual({ requested: 2 });
    await until('both repetitions', () => mine(hook.webhookId).length === 6);
    expect(mine(hook.webhookId).slice(4)).toMatchObject([
      { seq: seqs[0], id: before[0]?.id, body: before[0]?.body },
      { seq: seqs[2], id: before[2]?.id, body: before[2]?.body },
    ]);
    receiver.answer = () => 204;
    await until('the records', async () =>
      (await hook.deliveries()).every(({ state }) => state !== 'requested'),
    );
    expect((await hook.deliveries()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['delivered', 1],
      ['delivered', 2],
      ['delivered', 1],
      ['failed', 2],
    ]);
    const since = new Date(0).toISOString();
    await services.call(ACCOUNT.webhookRedeliver, owner, { ...at, ids: null, since });
    await until('all of them', () => mine(hook.webhookId).length === 10);
    expect(
      mine(hook.webhookId)
        .slice(6)
        .map(({ seq }) => seq),
    ).toEqual(seqs);
  });
});

// Verifies: webhooks.owner.
test('a test event tells at once what the receiver answered', async () => {
  const { services, receiver } = stage;
  const hook = await stageWebhook(services, receiver.url);
  const send = async () =>
    (
      await services.call(ACCOUNT.webhookTest, ownerCtx(hook.accountId), {
        webhook_id: hook.webhookId,
      })
    ).result;
  expect(await send()).toEqual({ delivered: true, status: 204, error: null });
  expect(receiver.received.at(-1)?.type).toBe('webhook.test');
  receiver.answer = () => 404;
  expect(await send()).toMatchObject({ delivered: false, status: 404 });
  receiver.answer = () => 204;
});

// Verifies: webhooks.owner.
test('a webhook of another account does not exist, and a key reaches none', async () => {
  const { services, receiver } = stage;
  const hook = await stageWebhook(services, receiver.url);
  const at = { webhook_id: hook.webhookId };
  const since = new Date(0).toISOString();
  const calls = (ctx: ReturnType<typeof ownerCtx>) => [
    services.call(ACCOUNT.webhookChange, ctx, { ...at, state: 'paused' }),
    services.call(ACCOUNT.webhookRotate, ctx, at),
    services.call(ACCOUNT.webhookDelete, ctx, at),
    services.call(ACCOUNT.webhookTest, ctx, at),
    services.call(ACCOUNT.webhookDeliveries, ctx, { ...at, before: null, limit: 10 }),
    services.call(ACCOUNT.webhookRedeliver, ctx, { ...at, ids: null, since }),
  ];
  const codesOf = async (ctx: ReturnType<typeof ownerCtx>) =>
    (await Promise.allSettled(calls(ctx))).map((one) =>
      one.status === 'rejected' ? one.reason.code : 'answered',
    );
  expect(new Set(await codesOf(ownerCtx()))).toEqual(new Set(['not_found']));
  expect(new Set(await codesOf(agentCtx(hook.accountId)))).toEqual(new Set(['session_required']));
  expect(await hook.record()).toMatchObject({ state: 'active', old_secret_until: null });
});
