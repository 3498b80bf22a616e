import { ACTIONS, SCOPES, type ActionName } from '@bridge/contracts';
import {
  answerOf,
  startGateway,
  type TestHttpResponse,
  type GatewayTestRig,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let rig: GatewayTestRig;
let all: string;
/** `none` and `noneOfWorlds` are keys with one scope each. A test call uses the key that lacks the action’s scope. */
let none: string;
let noneOfWorlds: string;
beforeAll(async () => {
  rig = await startGateway({ BRIDGE_GENERATE_URL: 'https://models.example/v1' });
  const { email } = await rig.owner();
  all = await rig.key(SCOPES, email);
  none = await rig.key(['worlds.list'], email);
  noneOfWorlds = await rig.key(['builder.list'], email);
});
afterAll(() => rig.stop());

/** The ways to call an action that this test tries: each action by `POST …/act`, and the PUT that replaces a whole draft. */
const FORMS: readonly ActionHttpForm[] = [
  ...ACTIONS.map((action): ActionHttpForm => ({
    name: action.name,
    scope: action.name,
    send: (key) => rig.act(key, { action: action.name, payload: action.example }),
  })),
  { name: 'PUT …/raw', scope: 'builder.patch', send: (key) => putRaw(key) },
];

/** One way to call an action over HTTP: its name, the scope that it requires, and a function that sends it with a key. */
interface ActionHttpForm {
  readonly name: string;
  readonly scope: ActionName;
  send(key: string | null): Promise<TestHttpResponse>;
}
const RAW_HEAD = {
  'content-type': 'text/html; charset=utf-8',
  'if-match': '"r1"',
  'idempotency-key': 'raw-registry-1',
};
async function putRaw(
  key: string | null,
  head: Readonly<Record<string, string>> = RAW_HEAD,
  pageId = 42,
  body: string | Uint8Array<ArrayBuffer> = '<p>anew</p>',
): Promise<TestHttpResponse> {
  const authorization: Record<string, string> =
    key === null ? {} : { authorization: `Bearer ${key}` };
  return answerOf(
    await fetch(`${rig.base}/api/agent-bridge/pages/${pageId}/raw`, {
      method: 'PUT',
      headers: { ...authorization, ...head },
      body,
    }),
  );
}

const keyed = ACTIONS.filter((action) => action.kind !== 'read');

describe.each(FORMS)('$name', ({ send }) => {
  test('needs a key', async () => {
    const answer = await send(null);
    expect(answer).toMatchObject({
      status: 401,
      json: { ok: false, error: { code: 'key_missing' } },
    });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="[^"]+"$/);
  });
});

describe.each(FORMS.filter(({ scope }) => ACTIONS.some(({ name }) => name === scope)))(
  '$name',
  (form) => {
    const { scope, send } = form;
    test('needs its own scope, which the refusal names', async () => {
      expect(await send(scope === 'worlds.list' ? noneOfWorlds : none)).toMatchObject({
        status: 403,
        json: {
          error: {
            code: 'insufficient_scope',
            details: { required_scope: scope },
            outcome: 'not_applied',
          },
        },
      });
    });
  },
);

describe.each(ACTIONS)('$name', (action) => {
  test('names an unknown property', async () => {
    const answer = await rig.act(all, {
      action: action.name,
      payload: { ...action.example, surprise: 1 },
    });
    expect(answer).toMatchObject({
      status: 400,
      json: {
        error: {
          code: 'invalid_input',
          details: { issues: [{ path: 'surprise', rule: 'unrecognized_keys' }] },
        },
      },
    });
  });
  test('refuses an array and null as its input', async () => {
    for (const payload of [[], null])
      expect(await rig.act(all, { action: action.name, payload })).toMatchObject({
        status: 400,
        json: { error: { code: 'invalid_input' } },
      });
  });
});

test.each(keyed)('$name demands an idempotency key of the right form', async (action) => {
  const rest: Record<string, unknown> = { ...action.example };
  delete rest.idempotency_key;
  expect(await rig.act(all, { action: action.name, payload: rest })).toMatchObject({
    status: 400,
    json: { error: { details: { issues: [{ path: 'idempotency_key', rule: 'required' }] } } },
  });
  for (const key of ['1234567', 'x'.repeat(129), 'has space', ''])
    expect(
      await rig.act(all, { action: action.name, payload: { ...rest, idempotency_key: key } }),
    ).toMatchObject({
      status: 400,
      json: { error: { details: { issues: [{ path: 'idempotency_key' }] } } },
    });
});

/** The limits of one input member in the schema that the product publishes. */
interface InputMemberLimits {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: InputMemberLimits;
}
/** Maximum length of the texts that this test sends; longer texts have their own error codes and tests. */
const TEXT_CHARS_TRIED_MAX = 100_000;

/** Returns values just outside of each limit of an input member. */
function outsideOf(member: InputMemberLimits): unknown[] {
  const { minLength = 0, maxLength, minimum, maximum, maxItems, items } = member;
  const values: unknown[] = member.enum === undefined ? [] : ['no-such-value'];
  if (member.type === 'string' && minLength > 0) values.push('');
  if (maxLength !== undefined && maxLength <= TEXT_CHARS_TRIED_MAX)
    values.push('x'.repeat(maxLength + 1));
  if (minimum !== undefined && Number.isSafeInteger(minimum - 1)) values.push(minimum - 1);
  if (maximum !== undefined && Number.isSafeInteger(maximum + 1)) values.push(maximum + 1);
  if (maxItems !== undefined && items?.type === 'integer')
    values.push(Array.from({ length: maxItems + 1 }, (_, n) => n + 1));
  if (maxItems !== undefined && items?.type === 'string')
    values.push(Array.from({ length: maxItems + 1 }, (_, n) => `item-${n}`));
  return values;
}

// Verifies: limits.published.
test('a value outside of a published limit is refused by name, for every member of every action', async () => {
  const { json } = await answerOf(await fetch(`${rig.base}/api/agent-bridge/actions`));
  const published = new Map(
    (json.actions as { action: string; input_schema: { properties: object } }[]).map(
      ({ action, input_schema }) => [action, Object.entries(input_schema.properties)],
    ),
  );
  let tried = 0;
  for (const action of ACTIONS)
    for (const [member, limits] of published.get(action.name) ?? [])
      for (const value of outsideOf(limits as InputMemberLimits)) {
        const payload = { ...action.example, [member]: value };
        const { status, json: reply } = await rig.act(all, { action: action.name, payload });
        const paths = reply.error?.details?.issues?.map(({ path }: { path: string }) => path);
        const shown = JSON.stringify(value).slice(0, 80);
        expect([action.name, member, shown, status, reply.error?.code, paths]).toEqual([
          ...[action.name, member, shown, 400, 'invalid_input'],
          expect.arrayContaining([expect.stringMatching(new RegExp(`^${member}\\b`))]),
        ]);
        tried += 1;
      }
  expect(tried).toBeGreaterThan(60);
});

test('PUT …/raw demands an idempotency key of the right form', async () => {
  const rest: Record<string, string> = { ...RAW_HEAD };
  delete rest['idempotency-key'];
  expect(await putRaw(all, rest)).toMatchObject({
    status: 400,
    json: {
      error: {
        hint: expect.stringContaining('If-Match: "r<draft_revision>"') as string,
        details: { issues: [{ path: 'Idempotency-Key', rule: 'required' }] },
      },
    },
  });
  for (const key of ['1234567', 'x'.repeat(129), 'has space'])
    expect(await putRaw(all, { ...rest, 'idempotency-key': key })).toMatchObject({
      status: 400,
      json: { error: { details: { issues: [{ path: 'Idempotency-Key' }] } } },
    });
});

// Verifies: errors.issues.
test.each([
  ['builder.get', { page_id: 0 }, 'page_id: must be at least 1.'],
  ['builder.get', { page_id: '1' }, 'page_id: must be an integer.'],
  ['builder.get', { page_id: 1.5 }, 'page_id: must be an integer.'],
  ['builder.list', { limit: 0 }, 'limit: must be at least 1.'],
  ['builder.list', { after_id: -1 }, 'after_id: must be at least 0.'],
  ['surf.search', { query: '' }, 'query: must be at least 1 character.'],
  ['surf.search', { query: 'x'.repeat(301) }, 'query: must be at most 300 characters.'],
  [
    'builder.create',
    { title: ' \u3000', word: 'w', idempotency_key: 'titles-1' },
    'title: must have a character that is not white space, and no control characters.',
  ],
])('%s of %j names the wrong value and the allowed ones', async (action, payload, message) => {
  expect(await rig.act(all, { action, payload })).toMatchObject({
    status: 400,
    json: { error: { code: 'invalid_input', message } },
  });
});

// Verifies: actions.unavailable.
test('an action whose provider is not set is listed as unavailable and answered 501, to a key without its scope too', async () => {
  const without = await startGateway();
  try {
    const { json } = await answerOf(await fetch(`${without.base}/api/agent-bridge/actions`));
    const { actions } = json as {
      readonly actions: readonly { action: string; available: boolean }[];
    };
    const unavailable = actions.filter(({ available }) => !available);
    expect(unavailable.map(({ action }) => action)).toEqual(['pages.generate']);
    for (const key of [await without.key(), await without.key(['worlds.list'])])
      expect(await without.act(key, { action: 'pages.generate', payload: {} })).toMatchObject({
        status: 501,
        json: { error: { code: 'not_configured', details: { action: 'pages.generate' } } },
      });
  } finally {
    await without.stop();
  }
});

test('an unknown action is refused with the most similar one', async () => {
  expect(await rig.act(all, { action: 'builder.pach', payload: {} })).toMatchObject({
    status: 400,
    json: { error: { code: 'unknown_action', details: { did_you_mean: 'builder.patch' } } },
  });
});

test('the list of actions is public and has all actions with valid schemas', async () => {
  const { json } = await answerOf(await fetch(`${rig.base}/api/agent-bridge/actions`));
  const { ok, actions } = json as {
    readonly ok: boolean;
    readonly actions: readonly {
      readonly action: string;
      readonly scope: string;
      readonly available: boolean;
      readonly mutating: boolean;
      readonly input_schema: { readonly required?: readonly string[] };
    }[];
  };
  expect(ok).toBe(true);
  expect(actions.map(({ scope }) => scope).sort()).toEqual(SCOPES);
  expect(actions.filter(({ available }) => available)).toHaveLength(ACTIONS.length);
  for (const { available, mutating, input_schema: schema } of actions) {
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    if (available) expect(schema.required?.includes('idempotency_key') ?? false).toBe(mutating);
  }
});
