import { joinByLink } from '@bridge/testing';
import { expect } from 'vitest';
import { done, product, refused, stage, unique, visit } from '../stage.ts';
import { verifies, verifiesOnce } from '../verifies.ts';

const one = await stage();
const other = await stage();

verifies(['worlds.founding', 'worlds.record'], async (surface) => {
  const call = one.on(surface);
  const word = unique('found');
  const { world } = done<{
    world: Record<string, unknown>;
  }>(await call('worlds.found', { word, idempotency_key: unique('key') }));
  expect(world).toMatchObject({
    word,
    role: 'founder',
    permissions: ['page.create', 'page.attach', 'page.publish'],
  });
  expect(Object.keys(world).sort()).toEqual([
    'founded_at',
    'permissions',
    'role',
    'title',
    'word',
    'world_url',
  ]);
  const page = await visit(String(world['world_url']));
  expect(page.status).toBe(200);
  expect(page.text).toContain(word);
  expect(page.text).toContain('No website has been published here yet');
  const limited = await one.with(surface, { scopes: ['worlds.list', 'builder.create'] });
  const { worlds } = done<{
    worlds: { word: string; permissions: string[] }[];
  }>(await limited('worlds.list', {}));
  expect(worlds.find((entry) => entry.word === word)?.permissions).toEqual(['page.create']);
});

verifies('worlds.list', async (surface) => {
  const { worlds } = done<{
    worlds: { word: string; world_url: string }[];
  }>(await one.on(surface)('worlds.list', {}));
  const own = worlds.find((world) => world.word === one.word);
  expect(own?.world_url).toBe(`${product().contentUrl.replace('//', `//${one.word}.`)}/`);
  expect(worlds.some((world) => world.word === other.word)).toBe(false);
});

verifies('worlds.never-taken', async (surface) => {
  const call = one.on(surface);
  const owned = refused(
    await call('worlds.found', { word: other.word, idempotency_key: unique('key') }),
    'word_unavailable',
  );
  expect(owned).toMatchObject({ status: 409, details: { reason: 'owned' } });
  const twice = refused(
    await call('worlds.found', { word: one.word, idempotency_key: unique('key') }),
    'word_unavailable',
  );
  expect(twice.details).toMatchObject({ reason: 'yours' });
  expect(twice.hint).toContain('builder_create');
});

verifies('worlds.reserved', async (surface) => {
  const call = one.on(surface);
  for (const word of [
    'www',
    'api',
    'localhost',
    'w-w-w',
    'admin7',
    'p42',
    'xn--80ak6aa92e',
    'ab--cd',
    'console',
    'support',
  ]) {
    const error = refused(
      await call('worlds.found', { word, idempotency_key: unique('key') }),
      'word_unavailable',
    );
    expect(error.details, word).toMatchObject({ reason: 'reserved' });
  }
});

verifies('worlds.word', async (surface) => {
  const call = one.on(surface);
  for (const word of [
    '',
    'A',
    '1a',
    '-a',
    'a-',
    'a_b',
    'ä',
    'abc\n',
    `a${'b'.repeat(41)}`,
    7,
    null,
  ]) {
    refused(await call('worlds.found', { word, idempotency_key: unique('key') }), 'invalid_input');
  }
  const longest = unique('constructor').padEnd(41, 'z');
  expect(longest).toHaveLength(41);
  done(await call('worlds.found', { word: longest, idempotency_key: unique('key') }));
});

verifies('worlds.right-asked', async () => {
  const call = one.on('act');
  const title = 'Somewhere';
  refused(
    await call('builder.create', {
      title,
      word: unique('nowhere'),
      idempotency_key: unique('key'),
    }),
    'world_not_found',
  );
  refused(
    await call('builder.create', { title, word: other.word, idempotency_key: unique('key') }),
    'world_forbidden',
  );
});

verifiesOnce('worlds.roles', async () => {
  const members = `/api/agent-bridge/worlds/${one.word}/members`;
  const title = 'By another';
  const call = other.on('act');
  await joinByLink(one.owner, other.owner, { word: one.word, role: 'viewer' });
  refused(
    await call('builder.create', { title, word: one.word, idempotency_key: unique('key') }),
    'world_forbidden',
  );
  const seen = done<{ worlds: { word: string }[] }>(await call('worlds.list', {}));
  expect(seen.worlds.some((world) => world.word === one.word)).toBe(false);
  await one.owner.send('POST', members, { email: other.owner.email, role: 'contributor' });
  done(await call('builder.create', { title, word: one.word, idempotency_key: unique('key') }));
  const listed = done<{
    worlds: { word: string; role: string }[];
  }>(await call('worlds.list', {}));
  expect(listed.worlds.find((world) => world.word === one.word)?.role).toBe('contributor');
  await one.owner.send('POST', members, { email: other.owner.email, role: null });
  refused(
    await call('builder.create', { title, word: one.word, idempotency_key: unique('key') }),
    'world_forbidden',
  );
});

verifiesOnce('worlds.removed-contributor', async () => {
  const members = `/api/agent-bridge/worlds/${one.word}/members`;
  await joinByLink(one.owner, other.owner, { word: one.word, role: 'contributor' });
  const call = other.on('act');
  const { website } = done<{
    website: { page_id: number; draft_revision: number };
  }>(
    await call('builder.create', { title: 'Mine', word: one.word, idempotency_key: unique('key') }),
  );
  await one.owner.send('POST', members, { email: other.owner.email, role: null });
  done(await call('builder.get', { page_id: website.page_id }));
  const moved = done(
    await call('builder.attach', {
      page_id: website.page_id,
      expected_revision: website.draft_revision,
      word: other.word,
      idempotency_key: unique('key'),
    }),
  );
  expect(moved).toMatchObject({ website: { word: other.word } });
});

verifiesOnce('worlds.invitation', async () => {
  const members = `/api/agent-bridge/worlds/${one.word}/members`;
  const invite = async (email: string) => {
    const answer = await one.owner.send('POST', members, { email, role: 'viewer' });
    return { status: answer.status, text: await answer.text() };
  };
  // The second invitation of an address replaces the first one.
  for (let time = 0; time < 2; time += 1) {
    const known = await invite(other.owner.email);
    const unknown = await invite(`nobody-${other.owner.email}`);
    const [a, b] = [known, unknown].map(({ text }) => JSON.parse(text) as Record<string, unknown>);
    expect([known.status, unknown.status]).toEqual([200, 200]);
    expect(Object.keys(a ?? {})).toEqual(Object.keys(b ?? {}));
    const own = { request_id: '', accept_url: '', expires_at: '' };
    expect({ ...a, ...own }).toEqual({ ...b, ...own });
    expect(a).toMatchObject({ status: 'invited' });
    expect(known.text.length).toBe(unknown.text.length);
  }
  const { invitations } = (await (await one.owner.send('GET', members)).json()) as {
    invitations: Record<string, unknown>[];
  };
  const [first, second] = invitations.map(Object.keys);
  expect(first).toEqual(second);
  expect(invitations.map(({ email }) => email)).toEqual(
    expect.arrayContaining([other.owner.email, `nobody-${other.owner.email}`]),
  );
  expect(
    (await other.owner.send('POST', members, { email: 'x@example.org', role: 'viewer' })).status,
  ).toBe(403);
  for (const email of [other.owner.email, `nobody-${other.owner.email}`])
    await one.owner.send('POST', members, { email, role: null });
});

/** Founds a World and invites an e-mail address to it. Returns the word and the token of the invitation link. */
async function invited(email: string, role: 'contributor' | 'viewer') {
  const word = unique('invited');
  done(await one.on('act')('worlds.found', { word, idempotency_key: unique('key') }));
  const members = `/api/agent-bridge/worlds/${word}/members`;
  const answer = await one.owner.send('POST', members, { email, role });
  const { accept_url: url } = (await answer.json()) as { accept_url: string };
  expect(url.startsWith(`${product().baseUrl}/console/invitations/${word}#`)).toBe(true);
  return { word, members, token: new URL(url).hash.slice(1) };
}
const wordsOf = async (call: ReturnType<typeof other.on>): Promise<string[]> => {
  const { worlds } = done<{ worlds: { word: string }[] }>(await call('worlds.list', {}));
  return worlds.map(({ word }) => word);
};

verifiesOnce('worlds.acceptance', async () => {
  const call = other.on('act');
  const { word, members, token } = await invited('Somebody.Else@Example.org', 'contributor');
  const listed = async () =>
    (await (await one.owner.send('GET', members)).json()) as {
      members: { role: string }[];
      invitations: { email: string; status: string }[];
    };
  expect(await listed()).toMatchObject({
    members: [{ role: 'founder' }],
    invitations: [{ email: 'Somebody.Else@Example.org', status: 'invited' }],
  });
  expect(await wordsOf(call)).not.toContain(word);
  refused(
    await call('builder.create', { title: 'Early', word, idempotency_key: unique('key') }),
    'world_forbidden',
  );
  const path = `/api/console/invitations/${word}`;
  expect((await other.owner.send('POST', path, { token, accept: true })).status).toBe(200);
  expect(await wordsOf(call)).toContain(word);
  done(await call('builder.create', { title: 'Joined', word, idempotency_key: unique('key') }));
  expect(await listed()).toMatchObject({
    members: [{ role: 'founder' }, { role: 'contributor' }],
    invitations: [],
  });
  expect((await one.owner.send('POST', path, { token, accept: true })).status).toBe(200);
  expect((await listed()).members).toHaveLength(2);
});

verifiesOnce('worlds.decline', async () => {
  const call = other.on('act');
  const declined = await invited(other.owner.email, 'contributor');
  const path = `/api/console/invitations/${declined.word}`;
  const answer = { token: declined.token, accept: false };
  expect((await other.owner.send('POST', path, answer)).status).toBe(200);
  expect((await other.owner.send('POST', path, { ...answer, accept: true })).status).toBe(404);
  expect(await wordsOf(call)).not.toContain(declined.word);
  const { word, members, token } = await invited(other.owner.email, 'contributor');
  await other.owner.send('POST', `/api/console/invitations/${word}`, { token, accept: true });
  await one.owner.send('POST', members, { email: other.owner.email, role: 'viewer' });
  expect(await wordsOf(call)).not.toContain(word);
  await one.owner.send('POST', members, { email: other.owner.email, role: 'contributor' });
  expect(await wordsOf(call)).toContain(word);
  const left = await other.owner.send('POST', `/api/console/worlds/${word}/leave`, {});
  expect(left.status).toBe(200);
  expect(await wordsOf(call)).not.toContain(word);
});

verifiesOnce(['worlds.dashboard', 'worlds.dashboard-kept'], async () => {
  const path = `/api/agent-bridge/worlds/${one.word}`;
  expect(
    (
      await one.owner.send('POST', path, {
        title: 'The night desk',
        text: 'We set type after dark.',
      })
    ).status,
  ).toBe(200);
  done(
    await one.on('act')('builder.create', {
      title: 'A draft',
      word: one.word,
      idempotency_key: unique('key'),
    }),
  );
  const page = await visit(product().contentUrl.replace('//', `//${one.word}.`) + '/');
  expect(page.text).toContain('The night desk');
  expect(page.text).toContain('We set type after dark.');
  expect(page.text).not.toContain('A draft');
});
