import { PUBLIC_PATHS } from '@bridge/contracts';
import { makeAgentKey } from '@bridge/kernel';
import { describe, expect, it } from 'vitest';
import { SURFACES } from '../call.ts';
import { send } from '../mcp/post.ts';
import { create, done, guarded, product, refused, stage } from '../stage.ts';
import { actHead, raw } from './raw.ts';
import { standing } from './standing.ts';

const one = await stage();
standing(() => one.on('act')('worlds.list', {}));

const LIST = '{"action":"worlds.list"}';
const KEYS = PUBLIC_PATHS.keys;

async function withHeaders(...headers: readonly string[]): Promise<readonly [number, string]> {
  const { status, code } = await raw(
    actHead(
      'Content-Type: application/json',
      'Connection: close',
      `Content-Length: ${LIST.length}`,
      ...headers,
    ),
    LIST,
  );
  return [status, code];
}

// Verifies: keys.one-form.
it('a request with more than one key, or a key in another form, is refused', async () => {
  const bearer = `Authorization: Bearer ${one.secret}`;
  const wrong = `${one.secret.slice(0, -1)}${one.secret.endsWith('0') ? '1' : '0'}`;
  const cases: readonly (readonly [readonly string[], number, string])[] = [
    [[bearer, `X-Service-Agent-Key: ${makeAgentKey()}`], 400, 'ambiguous_credentials'],
    [[bearer, bearer], 400, 'ambiguous_credentials'],
    [[bearer, `X-Service-Agent-Key: ${one.secret}`], 200, 'ok'],
    [[`authorization: bearer ${one.secret}`], 200, 'ok'],
    [[`X-SERVICE-AGENT-KEY: ${one.secret}`], 200, 'ok'],
    [[`${bearer} x`], 401, 'key_malformed'],
    [[`Authorization: Bearer ${wrong}`], 401, 'key_malformed'],
    [[`Authorization: Bearer ${one.secret},${one.secret}`], 401, 'key_malformed'],
    [[`Authorization: Bearer ${makeAgentKey()}`], 401, 'key_invalid'],
    [['Authorization: Bearer'], 401, 'key_missing'],
    [[], 401, 'key_missing'],
  ];
  for (const [headers, status, code] of cases)
    expect([headers, ...(await withHeaders(...headers))]).toEqual([headers, status, code]);
});

describe.each(SURFACES)('on %s', (surface) => {
  // Verifies: keys.publish-apart.
  it('a key with the draft set can neither clear nor publish; the refusal names the missing scope', async () => {
    const page = await create(one.on('act'), one.word);
    const draft = await one.with(surface, { preset: 'draft' });
    for (const action of ['builder.clear', 'builder.publish']) {
      const error = refused(await draft(action, guarded(page)), 'insufficient_scope');
      expect(error).toMatchObject({ status: 403, details: { required_scope: action } });
    }
    expect(done(await draft('builder.get', { page_id: page.page_id }))).toMatchObject({
      website: { draft_revision: 1, state: 'draft' },
    });
  });
});

it('a key with an unknown scope is not created', async () => {
  for (const scopes of [
    ['builder.all'],
    ['*'],
    ['builder.get', 'BUILDER.CLEAR'],
    ['worlds.list '],
  ]) {
    const reply = await one.owner.send('POST', KEYS, { name: 'g15', scopes });
    expect([scopes, reply.status]).toEqual([scopes, 400]);
  }
});

// Verifies: safety.cross-site.
describe('another site’s page changes no key of an owner who is signed in', () => {
  const keyIds = async (): Promise<readonly string[]> => {
    const { keys } = (await (await one.owner.send('GET', KEYS)).json()) as {
      keys: { key_id: string; status: string }[];
    };
    return keys.map(({ key_id: id, status }) => `${id} ${status}`);
  };
  const own = { cookie: one.owner.cookie, origin: product().baseUrl };
  const make = '{"name":"csrf"}';
  const cases: readonly (readonly [
    string,
    number,
    Readonly<Record<string, string | null>>,
    string,
  ])[] = [
    ['a form of text/plain', 415, { ...own, 'content-type': 'text/plain' }, make],
    [
      'a form with its fields',
      415,
      { ...own, 'content-type': 'application/x-www-form-urlencoded' },
      'name=csrf',
    ],
    ['a sister site', 403, { ...own, 'sec-fetch-site': 'same-site' }, make],
    ['another site', 403, { ...own, 'sec-fetch-site': 'cross-site' }, make],
    ['another origin', 403, { ...own, origin: 'https://evil.example' }, make],
    ['an opaque origin', 403, { ...own, origin: 'null' }, make],
    ['the content origin', 403, { ...own, origin: product().contentUrl }, make],
    ['a key beside the cookie', 403, { ...own, authorization: `Bearer ${one.secret}` }, make],
  ];
  it.each(cases)('%s: %i', async (_, status, headers, body) => {
    const before = await keyIds();
    const answer = await send(product().baseUrl, '', body, { path: KEYS, key: null, headers });
    expect(answer.status).toBe(status);
    expect(await keyIds()).toEqual(before);
  });

  it('no GET changes anything', async () => {
    const before = await keyIds();
    const [first] = before;
    for (const query of [
      `?action=revoke&key_id=${first?.split(' ')[0]}`,
      '?action=revoke_all',
      '?_method=POST&action=revoke_all',
    ]) {
      const answer = await send(product().baseUrl, '', null, {
        path: `${KEYS}${query}`,
        method: 'GET',
        key: null,
        headers: own,
      });
      expect(answer.status).toBe(400);
    }
    const overridden = await send(product().baseUrl, '', null, {
      path: KEYS,
      method: 'GET',
      key: null,
      headers: { ...own, 'x-http-method-override': 'POST' },
    });
    expect(overridden.status).toBe(200);
    expect(await keyIds()).toEqual(before);
  });
});
