import { sql } from '@bridge/db';
import { SCOPES } from '@bridge/contracts';
import {
  type SimulatedBrowserClient,
  type GatewayTestRig,
  answerOf,
  openBrowser,
  startGateway,
} from '@bridge/testing';
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway({ BRIDGE_ORIGINS: 'https://agent.example, https://b.example' });
});
afterAll(() => rig.stop());

async function signedIn(): Promise<SimulatedBrowserClient & { readonly email: string }> {
  const { email, password } = await rig.owner();
  const browser = openBrowser(rig);
  await browser.signIn(email, password);
  return Object.assign(browser, { email });
}
async function world(email: string): Promise<string> {
  return rig.world(await rig.key(['worlds.found'], email));
}
async function website(
  email: string,
  html: string,
): Promise<{ word: string; id: number; key: string }> {
  const word = await world(email);
  const key = await rig.key(undefined, email);
  return { word, id: await rig.draft(key, html, word), key };
}

describe('a World’s founder', () => {
  test('writes its dashboard; other accounts cannot', async () => {
    const [owner, other] = [await signedIn(), await signedIn()];
    const path = `/api/agent-bridge/worlds/${await world(owner.email)}`;
    expect((await owner.send('POST', path, { title: 'Hello', text: 'World' })).json).toMatchObject({
      ok: true,
      title: 'Hello',
    });
    expect((await other.send('POST', path, { title: 'Mine', text: '' })).status).toBe(403);
    expect((await owner.send('POST', path, { title: '', text: '' })).status).toBe(400);
    expect((await owner.send('POST', path, { title: 'x', text: 'x'.repeat(4_001) })).status).toBe(
      400,
    );
  });

  test('invites by e-mail without learning which addresses have accounts', async () => {
    const [owner, other] = [await signedIn(), await signedIn()];
    const word = await world(owner.email);
    const path = `/api/agent-bridge/worlds/${word}/members`;
    const addresses = [other.email, 'Nobody@example.org'];
    const answers = [];
    for (const email of addresses)
      answers.push(await owner.send('POST', path, { email, role: 'contributor' }));
    const form = `${rig.base}/console/invitations/${word}#`;
    for (const { status, json } of answers) {
      expect([status, json.status]).toEqual([200, 'invited']);
      expect(json.accept_url.slice(0, form.length)).toBe(form);
      expect(json.accept_url.slice(form.length)).toMatch(/^[A-Za-z0-9_-]{43}$/);
    }
    const listed = (await owner.send('GET', path)).json;
    expect(listed.members.map(({ role }: { role: string }) => role)).toEqual(['founder']);
    expect(listed.invitations).toMatchObject(
      addresses.map((email) => ({ email, role: 'contributor', status: 'invited' })),
    );
    const members = listed.invitations.map((one: object) => Object.keys(one).sort());
    expect(members[0]).toEqual(members[1]);
    // Before the invited owner accepts, that owner has no rights in the World.
    expect((await other.send('GET', '/api/console/worlds')).json.worlds).toEqual([]);
    expect((await other.send('GET', path)).json.error.code).toBe('world_forbidden');
  });

  // Verifies: worlds.invitation-rules.
  test('has a member when the account that opens the link accepts; the token is stored as its hash only', async () => {
    const [owner, other, third] = [await signedIn(), await signedIn(), await signedIn()];
    const word = await world(owner.email);
    const path = `/api/agent-bridge/worlds/${word}/members`;
    const answerAt = `/api/console/invitations/${word}`;
    const asked = { email: 'someone@example.org', role: 'contributor' };
    const url = new URL((await owner.send('POST', path, asked)).json.accept_url);
    const token = url.hash.slice(1);
    const [stored] = await rig.services.db.rows(
      sql<{ text: string }>`select string_agg(i::text, '') as text from worlds.invitation i`,
    );
    expect(stored?.text).toContain(hash('sha256', token));
    expect(stored?.text).not.toContain(token);
    expect((await openBrowser(rig).send('POST', answerAt, { token, accept: true })).status).toBe(
      403,
    );
    expect((await other.send('POST', `${answerAt}/read`, { token })).json).toMatchObject({
      invitation: { word, title: word, role: 'contributor' },
    });
    expect((await other.send('POST', answerAt, { token, accept: true })).json).toMatchObject({
      word,
      role: 'contributor',
    });
    expect((await third.send('POST', answerAt, { token, accept: true })).status).toBe(404);
    expect((await third.send('POST', `${answerAt}/read`, { token })).status).toBe(404);
    const { members, invitations } = (await owner.send('GET', path)).json;
    expect(invitations).toEqual([]);
    expect(members).toMatchObject([
      { role: 'founder' },
      { role: 'contributor', email: asked.email },
    ]);
    const own = (await other.send('GET', path)).json;
    expect(JSON.stringify(own)).not.toContain(asked.email);

    // A role is changed at once, whether the member is named by e-mail address or by account.
    const [, { account_id: member }] = members;
    expect((await owner.send('POST', path, { ...asked, role: 'viewer' })).json).toMatchObject({
      status: 'invited',
      accept_url: null,
    });
    expect((await other.send('GET', '/api/console/worlds')).json.worlds).toEqual([]);
    await owner.send('POST', path, { member, role: 'contributor' });
    expect((await other.send('GET', '/api/console/worlds')).json.worlds).toHaveLength(1);
    expect((await other.send('POST', `/api/console/worlds/${word}/leave`, {})).status).toBe(200);
    expect((await other.send('GET', '/api/console/worlds')).json.worlds).toEqual([]);
    expect((await owner.send('POST', path, { member, role: 'viewer' })).json.error).toMatchObject({
      code: 'invalid_input',
      details: { issues: [{ path: 'member', rule: 'member' }] },
    });
    for (const wrong of [{ role: 'viewer' }, { ...asked, member }])
      expect((await owner.send('POST', path, wrong)).json.error.code).toBe('invalid_input');
    expect((await owner.send('POST', `/api/console/worlds/${word}/leave`, {})).status).toBe(400);
  });

  test('whose invitation is declined has no member, and the link is used', async () => {
    const [owner, other] = [await signedIn(), await signedIn()];
    const word = await world(owner.email);
    const path = `/api/agent-bridge/worlds/${word}/members`;
    const { accept_url: url } = (
      await owner.send('POST', path, { email: other.email, role: 'viewer' })
    ).json;
    const answer = { token: new URL(url).hash.slice(1), accept: false };
    expect(
      (await other.send('POST', `/api/console/invitations/${word}`, answer)).json,
    ).toMatchObject({ word, role: null });
    const listed = (await owner.send('GET', path)).json;
    expect([listed.members.length, listed.invitations]).toEqual([1, []]);
    const again = { ...answer, accept: true };
    expect((await other.send('POST', `/api/console/invitations/${word}`, again)).status).toBe(404);
  });

  test('is the only account that invites, for any address', async () => {
    const [owner, other] = [await signedIn(), await signedIn()];
    const path = `/api/agent-bridge/worlds/${await world(owner.email)}/members`;
    for (const email of [other.email, 'nobody@example.org'])
      expect((await other.send('POST', path, { email, role: 'contributor' })).json.error.code).toBe(
        'world_forbidden',
      );
  });
});

describe('the owner’s websites', () => {
  test('are listed and read, by their owner only', async () => {
    const [owner, other] = [await signedIn(), await signedIn()];
    const html = '<p>“hello”</p>';
    const { id } = await website(owner.email, html);
    expect((await owner.send('GET', '/api/console/pages?limit=5&after_id=0')).json).toMatchObject({
      ok: true,
      websites: [{ page_id: id }],
      next_after_id: null,
    });
    expect((await owner.send('GET', `/api/console/pages/${id}`)).json).toMatchObject({
      ok: true,
      raw_html: html,
      website: { page_id: id },
    });
    expect((await other.send('GET', `/api/console/pages/${id}`)).json.error.code).toBe(
      'page_not_found',
    );
    expect((await owner.send('GET', '/api/console/pages?limit=0')).status).toBe(400);
    expect((await openBrowser(rig).send('GET', '/api/console/pages')).json.error.code).toBe(
      'session_required',
    );
  });

  test('get layers as a new revision, once for any number of repetitions', async () => {
    const owner = await signedIn();
    const { id } = await website(owner.email, '<p>x</p>');
    const layers = [
      {
        layer_id: 'one',
        name: 'One',
        kind: 'css',
        order: 0,
        visible: true,
        content: 'p{}'.repeat(40_000),
      },
    ];
    const put = () =>
      owner.send('PUT', `/api/console/pages/${id}/layers`, {
        expected_revision: 1,
        idempotency_key: 'layers-0001',
        layers,
      });
    expect((await put()).json).toMatchObject({ ok: true, website: { draft_revision: 2 } });
    const again = await put();
    expect(again).toMatchObject({ status: 200, json: { website: { draft_revision: 2 } } });
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect((await owner.send('GET', `/api/console/pages/${id}`)).json.layers).toEqual(layers);
    const more = layers.map((one) => ({ ...one, content: 'x'.repeat(1_048_576) }));
    expect(
      (
        await owner.send('PUT', `/api/console/pages/${id}/layers`, {
          expected_revision: 2,
          idempotency_key: 'layers-0002',
          layers: more,
        })
      ).json.error.details.issues,
    ).toMatchObject([{ path: 'layers', rule: 'too_big' }]);
  });
});

// Verifies: widgets.console.
test('an owner lists widgets and installs one, once however often it is sent', async () => {
  const [owner, other] = [await signedIn(), await signedIn()];
  const { id, key } = await website(owner.email, '<h1>x</h1>');
  const { widgets } = (await owner.send('GET', '/api/console/widgets')).json;
  expect(widgets.map(({ widget_id }: { widget_id: string }) => widget_id)).toContain('contents');
  const path = `/api/console/pages/${id}/widget`;
  const body = {
    expected_revision: 1,
    widget_id: 'contents',
    params: { title: 'Here' },
    idempotency_key: `console-widget-${id}`,
  };
  const first = await owner.send('POST', path, body);
  expect(first.json).toMatchObject({
    ok: true,
    website: { page_id: id, draft_revision: 2, updated_by: 'owner' },
    widget: { widget_id: 'contents' },
  });
  const again = await owner.send('POST', path, body);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.json.widget).toEqual(first.json.widget);
  const refused = async (browser: SimulatedBrowserClient, change: object) =>
    (
      await browser.send('POST', path, {
        ...body,
        idempotency_key: `more-widgets-${id}`,
        ...change,
      })
    ).json.error.code;
  expect(await refused(owner, {})).toBe('revision_conflict');
  expect(await refused(owner, { expected_revision: 2, params: { more: 1 } })).toBe('invalid_input');
  expect(await refused(owner, { page_id: 1 })).toBe('invalid_input');
  expect(await refused(other, {})).toBe('page_not_found');
  const withKey = await fetch(`${rig.base}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect((await answerOf(withKey)).json).toMatchObject({ error: { code: 'session_required' } });
});

// Verifies: overview.left-out.
test('an owner leaves a website and a World out of the overview, once however often it is sent', async () => {
  const [owner, other] = [await signedIn(), await signedIn()];
  const { id, key, word } = await website(owner.email, '<h1>x</h1>');
  const [page, world] = [`/api/console/pages/${id}/listed`, `/api/console/worlds/${word}/listed`];
  const off = { listed: false, idempotency_key: `listed-page-${id}` };
  const first = await owner.send('POST', page, off);
  expect(first.json).toMatchObject({
    ok: true,
    website: { page_id: id, listed: false, draft_revision: 1 },
  });
  const again = await owner.send('POST', page, off);
  expect(again.headers.get('idempotency-replayed')).toBe('true');
  expect(again.json.website).toEqual(first.json.website);
  expect((await owner.send('POST', page, { ...off, listed: true })).json.error.code).toBe(
    'idempotency_mismatch',
  );
  const back = { listed: true, idempotency_key: `listed-back-${id}` };
  expect((await owner.send('POST', page, back)).json.website.listed).toBe(true);

  const closed = { listed: false, idempotency_key: `listed-world-${id}` };
  expect((await owner.send('POST', world, closed)).json).toMatchObject({ word, listed: false });
  const replayed = await owner.send('POST', world, closed);
  expect(replayed.headers.get('idempotency-replayed')).toBe('true');

  const refused = async (browser: SimulatedBrowserClient, path: string, body: object = off) =>
    (await browser.send('POST', path, { ...body, idempotency_key: `listed-other-${id}` })).json
      .error.code;
  expect(await refused(other, page)).toBe('page_not_found');
  expect(await refused(other, world)).toBe('world_forbidden');
  expect(await refused(owner, '/api/console/worlds/no-such-world-x/listed')).toBe(
    'world_not_found',
  );
  expect(await refused(owner, page, { listed: 1 })).toBe('invalid_input');
  expect(await refused(owner, page, { listed: true, page_id: id })).toBe('invalid_input');
  for (const path of [page, world]) {
    const withKey = await fetch(`${rig.base}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(off),
    });
    expect((await answerOf(withKey)).json).toMatchObject({ error: { code: 'session_required' } });
  }
  const journal = await rig.services.db.rows(
    sql<{ action: string; actor: string }>`select action, actor from effect.journal
      where action in ('builder.set_listed', 'worlds.listed_set') and (page_id = ${id} or word = ${word})
      order by seq`,
  );
  expect(journal).toEqual([
    { action: 'builder.set_listed', actor: 'owner' },
    { action: 'builder.set_listed', actor: 'owner' },
    { action: 'worlds.listed_set', actor: 'owner' },
  ]);
});

describe('raw', () => {
  const raw = (id: number | string, key: string, headers: Record<string, string> = {}) =>
    fetch(`${rig.base}/api/agent-bridge/pages/${id}/raw`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
    });

  test.each([
    ['small', '<p>\u0000\r\n\ufeff é</p>'],
    ['large', '<p>😀"\\</p>\n'.repeat(60_000)],
  ])('gives the exact bytes of a %s page, always as a download in a sandbox', async (_, html) => {
    const { email } = await rig.owner();
    const { id, key } = await website(email, html);
    const response = await raw(id, key);
    expect(response.status).toBe(200);
    expect(Buffer.from(await response.arrayBuffer()).equals(Buffer.from(html, 'utf8'))).toBe(true);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-length': String(Buffer.byteLength(html)),
      'content-disposition': `attachment; filename="page-${id}-r1.html"`,
      etag: '"r1"',
      'x-content-type-options': 'nosniff',
    });
    expect(response.headers.get('content-security-policy')).toMatch(/^sandbox;/);
    expect((await raw(id, key, { 'if-none-match': '"r1"' })).status).toBe(304);
    expect((await raw(id, key, { 'if-none-match': '"r2"' })).status).toBe(200);
  });
  test('needs a key with builder.get, and gives the same answer for a foreign and for a missing website', async () => {
    const { email } = await rig.owner();
    const { id, key } = await website(email, 'x');
    expect((await raw(id, await rig.key(['builder.list'], email))).status).toBe(403);
    const foreign = await answerOf(await raw(id, await rig.key()));
    const missing = await answerOf(await raw(id + 1_000_000, key));
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    const bare = (text: string, page: number): string =>
      text
        .replace(/req_\w+/, '')
        .replace(rig.base, '')
        .replaceAll(String(page), '#');
    expect(bare(foreign.text, id)).toBe(bare(missing.text, id + 1_000_000));
    for (const bad of ['0', '-1', '1.5', '01', 'x', '99999999999999999999'])
      expect((await raw(bad, key)).status).toBe(400);
    expect((await fetch(`${rig.base}/api/agent-bridge/pages/${id}/raw`)).status).toBe(401);
  });
});

describe('browsers of other origins', () => {
  const preflight = (origin: string, path = '/api/agent-bridge/act') =>
    fetch(`${rig.base}${path}`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST' },
    });

  // Verifies: safety.allowed-origins.
  test('may call act and MCP when they are on the list, without credentials', async () => {
    for (const path of ['/api/agent-bridge/act', '/api/mcp', '/api/agent-bridge/whoami']) {
      const { status, headers } = await preflight('https://agent.example', path);
      expect(status).toBe(204);
      expect(headers.get('access-control-allow-origin')).toBe('https://agent.example');
      expect(headers.get('access-control-allow-headers')).toContain('mcp-protocol-version');
      expect(headers.get('access-control-allow-credentials')).toBeNull();
    }
    const answer = await rig.act(
      await rig.key(),
      { action: 'worlds.list' },
      { origin: 'https://b.example' },
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.get('access-control-allow-origin')).toBe('https://b.example');
    expect(answer.headers.get('vary')).toBe('Origin');
  });
  // Verifies: safety.allowed-origins.
  test('may not when they are not on the list, and never the owner’s addresses', async () => {
    expect((await preflight('https://evil.example')).status).toBe(403);
    expect((await preflight('https://agent.example', '/api/agent-bridge/keys')).status).toBe(405);
    const owner = await signedIn();
    expect(
      (
        await owner.send(
          'POST',
          '/api/agent-bridge/keys',
          { name: 'x' },
          { origin: 'https://agent.example', 'sec-fetch-site': 'cross-site' },
        )
      ).status,
    ).toBe(403);
  });
  test('may read what is public', async () => {
    for (const path of [
      '/api/agent-bridge',
      '/api/agent-bridge/actions',
      '/api/agent-bridge/manifest',
    ]) {
      const { status, headers } = await fetch(`${rig.base}${path}`, {
        headers: { origin: 'https://anybody.example' },
      });
      expect([status, headers.get('access-control-allow-origin')]).toEqual([200, '*']);
    }
  });
});

describe('the console', () => {
  test('is one page under every path below it, its files with a strict policy', async () => {
    for (const path of ['/console', '/console/keys', '/console/pages/7']) {
      const response = await fetch(`${rig.base}${path}`);
      expect([response.status, response.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(response.headers.get('cache-control')).toBe('no-cache');
      const policy = response.headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      const html = await response.text();
      const [asset = ''] = /\/console\/assets\/[\w-]+\.js/.exec(html) ?? [];
      const script = await fetch(`${rig.base}${asset}`);
      expect([script.status, script.headers.get('cache-control')]).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ]);
    }
    const missing = await answerOf(await fetch(`${rig.base}/console/assets/nothing.js`));
    expect(missing).toMatchObject({ status: 404, json: { error: { code: 'not_found' } } });
    expect((await fetch(`${rig.base}/console/assets/..%2f..%2fpackage.json`)).status).toBe(404);
  });
  // Verifies: documents.front.
  test('answers 404 for files that are not there, not its page', async () => {
    for (const path of ['config.json', 'app.js.map', 'favicon.ico', 'keys/index.html'])
      expect(await answerOf(await fetch(`${rig.base}/console/${path}`)), path).toMatchObject({
        status: 404,
        json: { error: { code: 'not_found' } },
      });
  });
});

describe('the bare address', () => {
  // Verifies: documents.front.
  test('shows people the product and the sign-in, and agents the documents', async () => {
    const response = await fetch(rig.base, {
      redirect: 'manual',
      headers: { accept: 'text/html' },
    });
    expect([response.status, response.headers.get('content-type')]).toEqual([
      200,
      'text/html; charset=utf-8',
    ]);
    const html = await response.text();
    for (const path of ['/console', '/llms.txt', '/docs/actions'])
      expect(html).toContain(`href="${path}"`);
    const targets = [...(response.headers.get('link') ?? '').matchAll(/<([^>]+)>; rel="([^"]+)"/g)];
    expect(targets.map(([, , rel]) => rel)).toEqual([
      'alternate',
      'service-desc',
      'service-meta',
      'service-doc',
    ]);
    for (const [, target] of targets)
      expect((await fetch(`${rig.base}${target}`)).status, target).toBe(200);
  });
  // Verifies: documents.front.
  test('has a sibling for every action, and a 404 that names the documents', async () => {
    const one = await answerOf(await fetch(`${rig.base}/api/agent-bridge/actions/builder.patch`));
    expect(one).toMatchObject({
      status: 200,
      json: { ok: true, action: 'builder.patch', scope: 'builder.patch', input_schema: {} },
    });
    const alias = await answerOf(await fetch(`${rig.base}/api/agent-bridge/actions/builder_patch`));
    expect(alias.json).toMatchObject({ action: 'builder.patch' });
    for (const path of ['/nowhere', '/api/agent-bridge/actions/builder.nothing'])
      expect(await answerOf(await fetch(`${rig.base}${path}`))).toMatchObject({
        status: 404,
        json: { error: { code: 'not_found', hint: expect.stringContaining('/llms.txt') } },
      });
  });
  // Verifies: documents.front.
  test('of the tool endpoint shows a browser how to connect, and tells a client 405', async () => {
    for (const path of ['/api/mcp', '/api/mcp/']) {
      const browser = await fetch(`${rig.base}${path}`, {
        headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' },
      });
      expect([browser.status, browser.headers.get('content-type')]).toEqual([
        200,
        'text/html; charset=utf-8',
      ]);
      expect(await browser.text()).toContain('claude mcp add');
      for (const accept of ['text/event-stream', 'application/json', '*/*']) {
        const client = await fetch(`${rig.base}${path}`, { headers: { accept } });
        expect([client.status, client.headers.get('allow')]).toEqual([405, 'POST']);
      }
      const call = await fetch(`${rig.base}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      });
      expect([path, call.status]).toEqual([path, 401]);
    }
  });
});

test('bridge information has exactly the members of the contract', async () => {
  const { json } = await answerOf(await fetch(`${rig.base}/api/agent-bridge`));
  expect(Object.keys(json).sort()).toEqual([
    'act',
    'auth',
    'create_key',
    'name',
    'notes',
    'ok',
    'scopes',
  ]);
  expect(json).toMatchObject({
    ok: true,
    auth: { header: 'Authorization: Bearer ak_<KEY>', alt_header: 'X-Service-Agent-Key: ak_<KEY>' },
    create_key: `${rig.base}/api/agent-bridge/keys`,
    act: `${rig.base}/api/agent-bridge/act`,
  });
  expect(json.scopes).toEqual(SCOPES);
});
