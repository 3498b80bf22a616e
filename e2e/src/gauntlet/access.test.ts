import { ACTIONS, PUBLIC_PATHS, SCOPES, TOOL_ACTIONS, type WebsiteRecord } from '@bridge/contracts';
import { describe, expect, it } from 'vitest';
import { SURFACES, callOn, type SurfaceName } from '../call.ts';
import { send, toolCall } from '../mcp/post.ts';
import {
  create,
  done,
  guarded,
  patchOf,
  product,
  refused,
  stage,
  unique,
  website,
} from '../stage.ts';
import { standing } from './standing.ts';

const one = await stage();
const stranger = await stage();
standing(() => one.on('act')('worlds.list', {}));
const MATRIX_MS_MAX = 120_000;

/** The example input of an action with `wait_s` 0, so that the call does not wait for messages. */
function quickExample(example: object): object {
  return 'wait_s' in example ? { ...example, wait_s: 0 } : example;
}

describe('API5 the matrix of rights, made from the contract', { timeout: MATRIX_MS_MAX }, () => {
  // Verifies: keys.rights.
  it.each(SCOPES)(
    'API5 a key with %s alone does that action and no other, on both surfaces',
    async (scope) => {
      const { secret } = await one.owner.makeKey({ scopes: [scope] });
      const told = async (surface: SurfaceName, action: string, payload: unknown) => {
        const outcome = await callOn(surface, product().baseUrl, secret)(action, payload);
        if (outcome.ok) return 'allowed';
        const { code, details } = outcome.error;
        return code === 'insufficient_scope' ? details['required_scope'] : 'allowed';
      };
      for (const [surface, actions] of [
        ['act', ACTIONS],
        ['mcp', TOOL_ACTIONS],
      ] as const) {
        const answers = await Promise.all(
          actions.map(async ({ name, example }) => [
            name,
            await told(surface, name, quickExample(example)),
          ]),
        );
        expect(answers).toEqual(
          actions.map(({ name }) => [name, name === scope ? 'allowed' : name]),
        );
      }
    },
  );
});

/** An id that a call must treat as unknown, and the payload that contains it. */
interface UnknownIdCase {
  readonly id: string | number;
  readonly payload: object;
}

/**
 * Calls an action and returns status, headers and body, without the requested id and without values that are unique to each
 * request, so that answers can be compared.
 */
async function answerTo(
  surface: SurfaceName,
  key: string,
  action: string,
  { id, payload }: UnknownIdCase,
): Promise<unknown> {
  const tool = action.replace('.', '_');
  const body = surface === 'act' ? { action, payload } : toolCall(tool, payload);
  const { status, headers, text } = await send(product().baseUrl, key, JSON.stringify(body), {
    path: surface === 'act' ? PUBLIC_PATHS.act : PUBLIC_PATHS.mcp,
    version: '2025-11-25',
  });
  const same = text
    .replaceAll(/req_[0-9a-z]+/g, 'req')
    .replaceAll(new RegExp(`\\b${id}\\b`, 'g'), 'ID');
  const rest = Object.entries(headers).filter(
    ([name]) => !['date', 'content-length'].includes(name),
  );
  return [status, rest, same];
}

const change = (page_id: number) => ({ page_id, idempotency_key: unique('change') });
/** The live address that a website with this id would have. */
function liveUrlOf({ page_id, live_url }: WebsiteRecord, id: number): string {
  return (live_url ?? '').replace(String(page_id), String(id));
}
/** Returns an id of the same form that no object has: the given id with another last character. */
function otherOf(id: string): string {
  return id.slice(0, -1) + (id.endsWith('7') ? '8' : '7');
}

describe.each(SURFACES)('on %s', (surface) => {
  // Verifies: errors.masked.
  it('a foreign, a missing and an unreadable page have byte-identical answers to every action', async () => {
    const elsewhere = unique('elsewhere');
    done(await one.on('act')('worlds.found', { word: elsewhere, idempotency_key: unique('key') }));
    const unreadable = await create(one.on('act'), elsewhere);
    const foreign = await create(stranger.on('act'), stranger.word);
    const { secret } = await one.owner.makeKey({
      scopes: TOOL_ACTIONS.map(({ name }) => name),
      worlds: [one.word],
    });
    const missing = foreign.page_id + 1_000_000;
    const calls: readonly (readonly [string, (id: number) => { page_id: number }])[] = [
      ['builder.get', (id) => ({ page_id: id })],
      ['builder.patch', (id) => ({ ...patchOf(foreign, 'first', 'x'), page_id: id })],
      ['builder.attach', (id) => ({ ...guarded(foreign), page_id: id, word: one.word })],
      ['builder.clear', (id) => ({ ...guarded(foreign), page_id: id })],
      ['builder.publish', (id) => ({ ...guarded(foreign), page_id: id })],
    ];
    for (const [action, payload] of calls) {
      const [none, theirs, notForThisKey] = await Promise.all(
        [missing, foreign.page_id, unreadable.page_id].map((id) =>
          answerTo(surface, secret, action, { id, payload: payload(id) }),
        ),
      );
      expect(none).toMatchObject([
        surface === 'act' ? 404 : 200,
        expect.anything(),
        expect.stringContaining('page_not_found'),
      ]);
      expect([action, theirs]).toEqual([action, none]);
      expect([action, notForThisKey]).toEqual([action, none]);
    }
  });

  it('a key for one World reaches no other, by name, by page or by replay', async () => {
    const other = unique('other');
    done(await one.on('act')('worlds.found', { word: other, idempotency_key: unique('key') }));
    const there = await create(one.on('act'), other);
    const key = unique('replay');
    const made = { title: 'There', word: other, raw_html: '<p>there', idempotency_key: key };
    done(await one.on('act')('builder.create', made));
    const limited = await one.with(surface, {
      scopes: TOOL_ACTIONS.map(({ name }) => name),
      worlds: [one.word],
    });
    refused(await limited('builder.create', made), 'key_world_not_allowed');
    refused(
      await limited('worlds.found', { word: unique('new'), idempotency_key: unique('key') }),
      'key_world_not_allowed',
    );
    const here = await create(limited, one.word);
    refused(
      await limited('builder.attach', { ...guarded(here), word: other }),
      'key_world_not_allowed',
    );
    refused(await limited('builder.get', { page_id: there.page_id }), 'page_not_found');
    const { websites } = done<{
      websites: { word: string }[];
    }>(await limited('builder.list', { limit: 100 }));
    expect(new Set(websites.map(({ word }) => word))).toEqual(new Set([one.word]));
  });
});

describe('the actions beyond the tools', () => {
  // Verifies: errors.masked.
  it('answer for a foreign, a missing and an unreadable website with the same bytes', async () => {
    const elsewhere = unique('elsewhere');
    done(await one.on('act')('worlds.found', { word: elsewhere, idempotency_key: unique('key') }));
    const unreadable = website(
      await one.on('act')('builder.publish', guarded(await create(one.on('act'), elsewhere))),
    );
    const foreign = website(
      await stranger.on('act')(
        'builder.publish',
        guarded(await create(stranger.on('act'), stranger.word)),
      ),
    );
    const { secret } = await one.owner.makeKey({ scopes: SCOPES, worlds: [one.word] });
    const missing = foreign.page_id + 1_000_000;
    const calls: readonly (readonly [string, (id: number) => object])[] = [
      ['pages.get', (page_id) => ({ page_id })],
      ['pages.get', (id) => ({ live_url: liveUrlOf(foreign, id) })],
      ['pages.set_visibility', (id) => ({ ...change(id), visibility: 'private' })],
      [
        'widgets.install_page',
        (id) => ({ ...guarded(foreign), page_id: id, widget_id: 'contents' }),
      ],
    ];
    for (const [action, payload] of calls) {
      const [none, ...others] = await Promise.all(
        [missing, foreign.page_id, unreadable.page_id].map((id) =>
          answerTo('act', secret, action, { id, payload: payload(id) }),
        ),
      );
      expect([action, none]).toMatchObject([
        action,
        [404, expect.anything(), expect.stringContaining('page_not_found')],
      ]);
      for (const other of others) expect([action, other]).toEqual([action, none]);
    }
    // In `audit.read`, `page_id` is only a filter. A website of another account must yield no events, exactly as a missing one.
    const reader = callOn('act', product().baseUrl, secret);
    for (const page_id of [missing, foreign.page_id])
      expect(done(await reader('audit.read', { page_id }))['events']).toEqual([]);
  });

  // Verifies: errors.masked, relay.recipient-unknown, pairing.refused.
  it('answer for a key and a session of another account as for ones that do not exist', async () => {
    const { secret } = await one.owner.makeKey({ scopes: SCOPES });
    const theirs = await stranger.owner.makeKey({ scopes: SCOPES });
    const opened = await stranger.owner.send('POST', '/api/console/pairing', {});
    const { session_id, code } = (await opened.json()) as { session_id: string; code: string };
    const said = () => ({ text: 'Hello', idempotency_key: unique('message') });
    const pairs: readonly (readonly [string, string, string, (id: string) => object])[] = [
      [
        'relay.message',
        theirs.key.key_id,
        otherOf(theirs.key.key_id),
        (id) => ({ to: `key:${id}` }),
      ],
      ['paired.chat', session_id, otherOf(session_id), (id) => ({ session_id: id })],
      ['paired.chat', code, otherOf(code), (id) => ({ code: id })],
    ];
    for (const [action, foreign, missing, payload] of pairs) {
      const [seen, none] = await Promise.all(
        [foreign, missing].map((id) =>
          answerTo('act', secret, action, { id, payload: { ...said(), ...payload(id) } }),
        ),
      );
      expect([action, none]).toMatchObject([action, [404, expect.anything(), expect.anything()]]);
      expect([action, seen]).toEqual([action, none]);
    }
    // After the refusal, the session code still works for its own account.
    const join = callOn('act', product().baseUrl, theirs.secret);
    done(await join('paired.chat', { ...said(), code }));
  });
});

// Verifies: safety.no-other-routes.
it('API9 only documented addresses answer: a path that a scanner tries is a JSON 404', async () => {
  const tried = [
    '/.env',
    '/.git/config',
    '/admin',
    '/api',
    '/api/',
    '/api/v1',
    '/api/users',
    '/actuator/health',
    '/metrics',
    '/readyz',
    '/livez',
    '/debug/pprof',
    '/graphql',
    '/swagger.json',
    '/openapi.json',
    '/server-status',
    '/wp-login.php',
    '/api/agent-bridge/pages',
    '/api/agent-bridge/pages/1',
    '/api/agent-bridge/act/',
    '/api/mcp/sse',
    '/api/console/..%2f..%2fetc%2fpasswd',
    '/console/assets/..%2f..%2f..%2fpackage.json',
    '/console/assets/%2e%2e/%2e%2e/package.json',
    '/%00',
    '/%ff',
    '//evil.example/',
  ];
  for (const path of tried) {
    const { status, headers, json } = await send(product().baseUrl, one.secret, null, {
      method: 'GET',
      path: product().baseUrl + path,
    });
    expect([path, status, headers['content-type'], json]).toMatchObject([
      path,
      404,
      'application/json; charset=utf-8',
      { ok: false, error: { code: 'not_found' } },
    ]);
  }
});
