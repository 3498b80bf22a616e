import { ACTIONS, SCOPES } from '@bridge/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRig, type Rig } from './test/rig.ts';

let rig: Rig;
let all: string;
let none: string;
beforeAll(async () => {
  rig = await startRig();
  const { email } = await rig.owner();
  all = await rig.key(SCOPES, email);
  none = await rig.key(['relay.inbox'], email);
});
afterAll(() => rig.stop());

const built = ACTIONS.filter((action) => action.service !== null);
const later = ACTIONS.filter((action) => action.service === null);
const keyed = built.filter((action) => action.kind !== 'read');

describe.each(ACTIONS)('$name', (action) => {
  const call = { action: action.name, payload: action.example };
  test('needs a key', async () => {
    const answer = await rig.act(null, call);
    expect(answer).toMatchObject({
      status: 401,
      json: { ok: false, error: { code: 'key_missing' } },
    });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="[^"]+"$/);
  });
  test('needs its own scope, which the refusal names', async () => {
    const key = action.name === 'relay.inbox' ? await rig.key(['worlds.list']) : none;
    expect(await rig.act(key, call)).toMatchObject({
      status: 403,
      json: {
        error: {
          code: 'insufficient_scope',
          details: { required_scope: action.name },
          outcome: 'not_applied',
        },
      },
    });
  });
});

describe.each(built)('$name', (action) => {
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
  const { idempotency_key: _, ...rest } = action.example as Record<string, unknown>;
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

test.each(later)('$name is answered 501 until it is built', async ({ name }) => {
  expect(await rig.act(all, { action: name, payload: {} })).toMatchObject({
    status: 501,
    json: { error: { code: 'not_configured', details: { action: name } } },
  });
});

test('an unknown action is refused with the one that was probably meant', async () => {
  expect(await rig.act(all, { action: 'builder.pach', payload: {} })).toMatchObject({
    status: 400,
    json: { error: { code: 'unknown_action', details: { did_you_mean: 'builder.patch' } } },
  });
});

test('the list of actions has all 23 with valid schemas, and anybody may read it', async () => {
  const response = await fetch(`${rig.base}/api/agent-bridge/actions`);
  const { ok, actions } = (await response.json()) as { ok: boolean; actions: any[] };
  expect(ok).toBe(true);
  expect(actions.map(({ scope }) => scope).sort()).toEqual(SCOPES);
  expect(actions.filter(({ available }) => available)).toHaveLength(10);
  for (const { action, tool, mutating, input_schema: schema } of actions) {
    expect(schema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(mutating).toBe(
      (schema as any).required?.includes('idempotency_key') ??
        (tool === undefined && ACTIONS.find(({ name }) => name === action)?.kind !== 'read'),
    );
  }
});
