import { expect } from 'vitest';
import { done, product, refused, stage, unique, visit } from '../stage.ts';
import { verifies } from '../verifies.ts';

const one = await stage();
const other = await stage();

verifies(['world.found-public-identity', 'rec.world'], async (surface) => {
  const call = one.on(surface);
  const word = unique('found');
  const { world } = done(await call('worlds.found', { word, idempotency_key: unique('key') })) as {
    world: Record<string, unknown>;
  };
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
  const { worlds } = done(await limited('worlds.list', {})) as {
    worlds: { word: string; permissions: string[] }[];
  };
  expect(worlds.find((entry) => entry.word === word)?.permissions).toEqual(['page.create']);
});

verifies('world.list', async (surface) => {
  const { worlds } = done(await one.on(surface)('worlds.list', {})) as {
    worlds: { word: string; world_url: string }[];
  };
  const own = worlds.find((world) => world.word === one.word);
  expect(own?.world_url).toBe(`${product().contentUrl.replace('//', `//${one.word}.`)}/`);
  expect(worlds.some((world) => world.word === other.word)).toBe(false);
});

verifies('world.never-taken', async (surface) => {
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

verifies('rec.reserved', async (surface) => {
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

verifies('world.word-pattern', async (surface) => {
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

verifies('world.right-asked', async () => {
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

verifies('world.roles', async () => {
  const members = `/api/agent-bridge/worlds/${one.word}/members`;
  const title = 'By another';
  const call = other.on('act');
  expect(
    (await one.owner.send('POST', members, { email: other.owner.email, role: 'viewer' })).status,
  ).toBe(200);
  refused(
    await call('builder.create', { title, word: one.word, idempotency_key: unique('key') }),
    'world_forbidden',
  );
  const seen = done(await call('worlds.list', {})) as { worlds: { word: string }[] };
  expect(seen.worlds.some((world) => world.word === one.word)).toBe(false);
  await one.owner.send('POST', members, { email: other.owner.email, role: 'contributor' });
  done(await call('builder.create', { title, word: one.word, idempotency_key: unique('key') }));
  const listed = done(await call('worlds.list', {})) as {
    worlds: { word: string; role: string }[];
  };
  expect(listed.worlds.find((world) => world.word === one.word)?.role).toBe('contributor');
  await one.owner.send('POST', members, { email: other.owner.email, role: null });
  refused(
    await call('builder.create', { title, word: one.word, idempotency_key: unique('key') }),
    'world_forbidden',
  );
});

verifies('world.removed-contributor', async () => {
  const members = `/api/agent-bridge/worlds/${one.word}/members`;
  await one.owner.send('POST', members, { email: other.owner.email, role: 'contributor' });
  const call = other.on('act');
  const { website } = done(
    await call('builder.create', { title: 'Mine', word: one.word, idempotency_key: unique('key') }),
  ) as {
    website: { page_id: number; draft_revision: number };
  };
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

verifies('route.members', async () => {
  const members = `/api/agent-bridge/worlds/${one.word}/members`;
  const known = await one.owner.send('POST', members, { email: other.owner.email, role: 'viewer' });
  const unknown = await one.owner.send('POST', members, {
    email: 'nobody@example.org',
    role: 'viewer',
  });
  const [a, b] = [
    (await known.json()) as Record<string, unknown>,
    (await unknown.json()) as Record<string, unknown>,
  ];
  expect({ ...a, request_id: '' }).toEqual({ ...b, request_id: '' });
  expect(JSON.stringify(a)).toContain('invited');
  expect(
    (await other.owner.send('POST', members, { email: 'x@example.org', role: 'viewer' })).status,
  ).toBeGreaterThanOrEqual(403);
});

verifies(['route.dashboard', 'rule.dashboard'], async () => {
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
