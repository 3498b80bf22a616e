import { expect } from 'vitest';
import { callOn, type ActionCallOutcome } from '../call.ts';
import {
  create,
  done,
  guarded,
  pageHtml,
  patchOf,
  product,
  refused,
  stage,
  unique,
  website,
} from '../stage.ts';
import { verifies, verifiesOnce } from '../verifies.ts';

const one = await stage();
const other = await stage();

verifies(['idempotency.once', 'idempotency.replay', 'idempotency.marked'], async (surface) => {
  const call = one.on(surface);
  const page = await create(call, one.word);
  const patch = patchOf(page, 'first', '1st');
  const first = await call('builder.patch', patch);
  expect(first).toMatchObject({ ok: true, replayed: false });
  const patched = website(first);
  done(await call('builder.patch', patchOf(patched, 'second', '2nd')));
  const again = await call('builder.patch', patch);
  expect(again).toMatchObject({ ok: true, replayed: true });
  expect(done(again)).toEqual(done(first));
  expect(website(await call('builder.get', { page_id: page.page_id })).draft_revision).toBe(3);
});

verifies('idempotency.mismatch', async (surface) => {
  const call = one.on(surface);
  const key = unique('mismatch');
  const payload = { title: 'One', word: one.word, raw_html: '<p>1', idempotency_key: key };
  done(await call('builder.create', payload));
  expect(
    refused(await call('builder.create', { ...payload, raw_html: '<p>2' }), 'idempotency_mismatch')
      .status,
  ).toBe(422);
  refused(
    await call('worlds.found', { word: unique('word'), idempotency_key: key }),
    'idempotency_mismatch',
  );
  done(await other.on(surface)('builder.create', { ...payload, word: other.word }));
});

verifies('idempotency.refusal-frees', async (surface) => {
  const call = one.on(surface);
  const page = await create(call, one.word);
  const patch = patchOf(page, 'nothing like this', 'x');
  refused(await call('builder.patch', patch), 'patch_no_match');
  const same = { ...patch, patch_ops: [{ op: 'replace_text', old: 'first', new: '1st' }] };
  expect(website(await call('builder.patch', same)).draft_revision).toBe(2);
});

verifiesOnce('idempotency.same-call', async () => {
  const payload = {
    title: 'Both',
    word: one.word,
    raw_html: pageHtml('Both'),
    idempotency_key: unique('both'),
  };
  const first = done(await one.on('act')('builder.create', payload));
  const again = await one.on('mcp')(
    'builder.create',
    Object.fromEntries(Object.entries(payload).reverse()),
  );
  expect(again).toMatchObject({ ok: true, replayed: true });
  expect(done(again)).toEqual(first);
  const listed = { word: unique('defaults'), idempotency_key: unique('key') };
  done(await one.on('mcp')('worlds.found', listed));
  expect(await one.on('act')('worlds.found', listed)).toMatchObject({ ok: true, replayed: true });
});

verifies('idempotency.twins', async (surface) => {
  const call = one.on(surface);
  const payload = {
    title: 'Twin',
    word: one.word,
    raw_html: '<p>twin',
    idempotency_key: unique('twin'),
  };
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, () => call('builder.create', payload)),
  );
  const ids = new Set(outcomes.map((outcome: ActionCallOutcome) => website(outcome).page_id));
  expect(ids.size).toBe(1);
  expect(outcomes.filter((outcome) => outcome.ok && !outcome.replayed)).toHaveLength(1);
});

verifies(['idempotency.worlds', 'keys.worlds'], async (surface) => {
  const second = unique('second');
  done(await one.on(surface)('worlds.found', { word: second, idempotency_key: unique('key') }));
  const inFirst = await create(one.on(surface), one.word);
  const inSecond = await create(one.on(surface), second);
  const scopes = [
    'worlds.list',
    'builder.list',
    'builder.create',
    'builder.get',
    'builder.patch',
    'builder.attach',
  ];
  const limited = await one.with(surface, { scopes, worlds: [second] });
  refused(await limited('builder.get', { page_id: inFirst.page_id }), 'page_not_found');
  done(await limited('builder.get', { page_id: inSecond.page_id }));
  const listed = done<{ websites: { word: string }[] }>(await limited('builder.list', {}));
  expect(new Set(listed.websites.map((page) => page.word))).toEqual(new Set([second]));
  const { worlds } = done<{ worlds: { word: string }[] }>(await limited('worlds.list', {}));
  expect(worlds.map((world) => world.word)).toEqual([second]);
  const title = 'Elsewhere';
  refused(
    await limited('builder.create', { title, word: one.word, idempotency_key: unique('key') }),
    'key_world_not_allowed',
  );
  refused(
    await limited('builder.attach', { ...guarded(inSecond), word: one.word }),
    'key_world_not_allowed',
  );
  const elsewhere = { title, word: one.word, raw_html: '<p>', idempotency_key: unique('replay') };
  done(await one.on(surface)('builder.create', elsewhere));
  refused(await limited('builder.create', elsewhere), 'key_world_not_allowed');
});

verifies(['tools.unknown-property', 'tools.idempotency-key', 'actions.order'], async (surface) => {
  const call = one.on(surface);
  const unknown = refused(await call('worlds.list', { extra: 1 }), 'invalid_input');
  expect(JSON.stringify(unknown.details)).toContain('extra');
  for (const action of [
    'worlds.found',
    'builder.create',
    'builder.patch',
    'builder.attach',
    'builder.clear',
    'builder.publish',
  ]) {
    const error = refused(await call(action, {}), 'invalid_input');
    expect(JSON.stringify(error.details), action).toContain('idempotency_key');
  }
  const reader = await one.with(surface, { preset: 'read' });
  refused(await reader('builder.create', { nonsense: true }), 'insufficient_scope');
});

verifies(['errors.success', 'errors.failure', 'errors.no-internals'], async () => {
  const send = (body: string) =>
    fetch(`${product().baseUrl}/api/agent-bridge/act`, {
      method: 'POST',
      headers: { authorization: `Bearer ${one.secret}`, 'content-type': 'application/json' },
      body,
    });
  const good = (await (await send('{"action":"worlds.list"}')).json()) as Record<string, unknown>;
  expect(Object.keys(good).sort()).toEqual(['action', 'ok', 'request_id', 'result']);
  expect(good).toMatchObject({
    ok: true,
    action: 'worlds.list',
    request_id: expect.stringMatching(/^req_/),
  });
  for (const body of [
    '{',
    '[]',
    '{"action":"nope"}',
    '{"action":"builder.get","payload":{"page_id":1e99}}',
    '{"action":"builder.get","payload":{"page_id":987654321}}',
  ]) {
    const response = await send(body);
    const reply = (await response.json()) as {
      ok: boolean;
      error: Record<string, unknown>;
      request_id: string;
    };
    expect(reply).toMatchObject({ ok: false, request_id: expect.stringMatching(/^req_/) });
    expect(Object.keys(reply.error).sort()).toEqual([
      'code',
      'details',
      'doc_url',
      'hint',
      'message',
      'outcome',
      'retry',
      'status',
    ]);
    expect(reply.error['status']).toBe(response.status);
    expect(JSON.stringify(reply)).not.toMatch(
      /select |insert |\bat .*\.ts:|node_modules|zod|postgres/i,
    );
    const docs = await fetch(String(reply.error['doc_url']));
    expect(docs.status).toBe(200);
    expect(await docs.text()).toContain(`id="${String(reply.error['code'])}"`);
  }
});

verifies('limits.unicode', async () => {
  const response = await fetch(`${product().baseUrl}/api/agent-bridge/act`, {
    method: 'POST',
    headers: { authorization: `Bearer ${one.secret}`, 'content-type': 'application/json' },
    body: `{"action":"builder.create","payload":{"title":"a\\ud800b","word":"${one.word}","idempotency_key":"${unique('key')}"}}`,
  });
  expect(response.status).toBe(400);
  expect(((await response.json()) as { error: { code: string } }).error.code).toBe(
    'invalid_unicode',
  );
});

verifiesOnce(
  [
    'limits.body',
    'limits.depth-tokens',
    'limits.duplicate-members',
    'actions.key-before-body',
    'actions.strict-body',
  ],
  async () => {
    const url = `${product().baseUrl}/api/agent-bridge/act`;
    const send = async (body: string, key: string | null = one.secret) => {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(key === null ? {} : { authorization: `Bearer ${key}` }),
        },
        body,
      });
      const { error } = (await response.json()) as { error?: { code: string } };
      return [response.status, error?.code];
    };
    expect(await send('{"action":"worlds.list"}')).toEqual([200, undefined]);
    expect(await send('{"action":"worlds.list","extra":1}')).toEqual([400, 'invalid_input']);
    expect(await send('{"action":"worlds.list","action":"worlds.list"}')).toEqual([
      400,
      'invalid_json',
    ]);
    expect(await send('{not json', null)).toEqual([401, 'key_missing']);
    expect(await send('[['.repeat(20))).toEqual([400, 'json_too_complex']);
    expect(await send(`{"action":"worlds.list","payload":[${'0,'.repeat(10_001)}0]}`)).toEqual([
      400,
      'json_too_complex',
    ]);
    expect(await send('{"action":"worlds.nope"}')).toEqual([400, 'unknown_action']);
    expect(
      (await callOn('act', product().baseUrl, one.secret)('builder_get', { page_id: 999_999_999 }))
        .ok,
    ).toBe(false);
  },
);

verifies('search.input', async (surface) => {
  const call = one.on(surface);
  for (const payload of [
    { query: '' },
    { query: 'x'.repeat(301) },
    { query: 'x', limit: 0 },
    { query: 'x', limit: 51 },
    {},
  ]) {
    refused(await call('surf.search', payload), 'invalid_input');
  }
  const found = done<{ references: unknown[] }>(await call('surf.search', { query: 'portrait' }));
  expect(found.references.length).toBeGreaterThan(0);
  expect(found.references.length).toBeLessThanOrEqual(12);
  expect(
    done<{
      references: unknown[];
    }>(await call('surf.search', { query: '\ud83d\ude00'.repeat(300), limit: 50 })).references,
  ).toBeDefined();
});

verifies(['search.unverified', 'search.reference'], async (surface) => {
  const reply = done<{
    references: Record<string, unknown>[];
    notes: string[];
  }>(await one.on(surface)('surf.search', { query: 'landscape painting', limit: 5 }));
  expect(reply).toMatchObject({ content_trust: 'untrusted' });
  expect(reply.notes.join(' ')).toMatch(/neither.*availability.*rights.*verified/i);
  for (const reference of reply.references) {
    expect(Object.keys(reference).sort()).toEqual([
      'attribution',
      'availability',
      'creator',
      'date',
      'id',
      'image_url',
      'institution',
      'medium',
      'rights',
      'rights_verified',
      'similar',
      'source',
      'source_url',
      'title',
    ]);
    expect(reference).toMatchObject({ availability: 'unverified', rights_verified: false });
  }
});
