import {
  type SimulatedBrowserClient,
  type GatewayTestRig,
  openBrowser,
  startGateway,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway();
});
afterAll(() => rig.stop());

let made = 0;
const unique = (): string => `own-worlds-${(made += 1)}-x`;

async function signedIn(): Promise<SimulatedBrowserClient> {
  const { email, password } = await rig.owner();
  const browser = openBrowser(rig);
  await browser.signIn(email, password);
  return browser;
}
const found = (owner: SimulatedBrowserClient, word: string, key = unique()) =>
  owner.send('POST', '/api/console/worlds', { word, idempotency_key: key });

describe('the Worlds of an owner over HTTP', () => {
  // Verifies: worlds.own, worlds.word-state.
  test('are founded, listed with their counts and read with their text', async () => {
    const owner = await signedIn();
    const word = unique();
    const state = async (of: string) => (await owner.send('GET', `/api/console/words/${of}`)).json;
    expect(await state(word)).toMatchObject({ ok: true, word, free: true, reason: null });
    const key = unique();
    const first = await found(owner, word, key);
    expect(first.json.world).toMatchObject({ word, role: 'founder' });
    expect((await found(owner, word, key)).headers.get('idempotency-replayed')).toBe('true');
    expect(await state(word)).toMatchObject({ free: false, reason: 'yours' });
    expect(await state('admin')).toMatchObject({ free: false, reason: 'reserved' });
    expect(await state('Not%20a%20word')).toMatchObject({ free: false, reason: 'form' });
    const body = { title: 'T', word, raw_html: '<p>', idempotency_key: unique() };
    await owner.send('POST', '/api/console/pages', body);
    const dashboard = { title: 'Hello', text: 'World' };
    await owner.send('POST', `/api/agent-bridge/worlds/${word}`, dashboard);
    const invited = { email: 'friend@example.org', role: 'contributor' };
    await owner.send('POST', `/api/agent-bridge/worlds/${word}/members`, invited);
    expect((await owner.send('GET', '/api/console/worlds')).json).toMatchObject({
      worlds: [{ word, title: 'Hello', members: 1, invitations: 1, websites: 1, listed: true }],
      missing: [],
    });
    expect((await owner.send('GET', `/api/console/worlds/${word}`)).json).toMatchObject({
      world: { word, ...dashboard, role: 'founder', members: 1, invitations: 1 },
      websites: [],
      missing: [],
    });
    const other = await signedIn();
    expect((await other.send('GET', `/api/console/worlds/${word}`)).status).toBe(403);
    expect((await other.send('GET', `/api/console/worlds/${unique()}`)).status).toBe(404);
    expect((await other.send('GET', `/api/console/words/${word}`)).json.reason).toBe('owned');
  });

  // Verifies: worlds.taken-off.
  test('take no website off that is not public there', async () => {
    const owner = await signedIn();
    const word = unique();
    await found(owner, word);
    const path = `/api/console/worlds/${word}/off`;
    const body = { page_id: 9_999_999, off: true, idempotency_key: unique() };
    expect((await owner.send('POST', path, body)).json.error.code).toBe('page_not_found');
    expect((await (await signedIn()).send('POST', path, body)).status).toBe(403);
    expect((await owner.send('POST', path, { ...body, word })).status).toBe(400);
  });
});
