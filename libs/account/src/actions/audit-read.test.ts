import { ACCOUNT } from '@bridge/contracts';
import { sql } from '@bridge/db';
import {
  accountModule,
  builderModule,
  ownerCtx,
  startGateway,
  until,
  worldsModule,
  type GatewayTestRig,
} from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** The result of the action `audit.read`: journal rows of an account. */
type AuditReadResult = (typeof ACCOUNT.auditRead)['output']['_output'];

let rig: GatewayTestRig;
beforeAll(async () => {
  rig = await startGateway({}, {}, [worldsModule, builderModule, accountModule]);
});
afterAll(() => rig.stop());

let words = 0;
/**
 * Creates an owner account with two keys: `writer` founds Worlds, and `reader` reads the journal with the rights in `audit`.
 */
async function account(audit: object = { audit_all: true }) {
  const { email, accountId } = await rig.owner();
  const writer = await rig.key(['worlds.found', 'audit.read'], email);
  const { secret: reader } = await rig.tool.keysCreate(email, {
    name: 'auditor',
    scopes: ['audit.read', 'worlds.found'],
    ...audit,
  });
  const found = async (key = writer) => {
    const word = `audit-${(words += 1)}-w`;
    const payload = { word, idempotency_key: `audit-${words}-key` };
    expect((await rig.act(key, { action: 'worlds.found', payload })).status).toBe(200);
    return word;
  };
  const read = async (payload: object = {}, key = reader): Promise<AuditReadResult> => {
    const answer = await rig.act(key, { action: 'audit.read', payload });
    expect(answer.status, answer.text).toBe(200);
    return answer.json.result as AuditReadResult;
  };
  return { email, accountId, writer, reader, found, read };
}
const wordsOf = ({ events }: AuditReadResult) =>
  events.map(({ target }) => target.word).filter(Boolean);

// Verifies: audit.own, audit.all.
test('a key reads what its own calls did, and with the owner’s consent all of the account', async () => {
  const one = await account();
  const [first, second] = [await one.found(), await one.found(one.reader)];
  expect(wordsOf(await one.read({}, one.writer))).toEqual([first]);
  const all = await one.read();
  expect(wordsOf(all)).toEqual([first, second]);
  expect(all.events.map(({ action, actor }) => [action, actor.type, actor.key_name])).toEqual([
    ['keys.create', 'owner', 'test'],
    ['keys.create', 'owner', 'auditor'],
    ['worlds.found', 'key', 'test'],
    ['worlds.found', 'key', 'auditor'],
  ]);
  const { key } = await rig.tool.keysRotate((await rig.tool.keysList(one.email))[1]?.key_id ?? '');
  expect(key.audit_all).toBe(true);
  const other = await account();
  expect(wordsOf(await other.read())).toEqual([]);
});

// Verifies: audit.all.
test('the consent is not given without the scope', async () => {
  const { email } = await rig.owner();
  const asked = { name: 'x', scopes: ['worlds.list'], audit_all: true };
  await expect(rig.tool.keysCreate(email, asked)).rejects.toMatchObject({ code: 'invalid_input' });
});

// Verifies: audit.worlds.
test('a key that is limited to a World reads events in it only, and may name no other', async () => {
  const { email } = await rig.owner();
  const writer = await rig.key(['worlds.found'], email);
  for (const word of ['audit-in-w', 'audit-out-w'])
    await rig.act(writer, {
      action: 'worlds.found',
      payload: { word, idempotency_key: `found-${word}` },
    });
  const { secret } = await rig.tool.keysCreate(email, {
    name: 'limited',
    scopes: ['audit.read'],
    worlds: ['audit-in-w'],
    audit_all: true,
  });
  const read = (payload: object) => rig.act(secret, { action: 'audit.read', payload });
  expect(wordsOf((await read({})).json.result as AuditReadResult)).toEqual(['audit-in-w']);
  expect((await read({ word: 'audit-out-w' })).json.error.code).toBe('key_world_not_allowed');
});

// Verifies: audit.filters.
test('filters narrow the events by World, action and time, and older ones than 90 days are left out', async () => {
  const one = await account();
  const [first, second] = [await one.found(), await one.found()];
  expect(wordsOf(await one.read({ word: second }))).toEqual([second]);
  expect((await one.read({ action: 'keys.create' })).events).toHaveLength(2);
  const { events } = await one.read({ action: 'worlds.found' });
  const at = events[1]?.at;
  expect(wordsOf(await one.read({ since: at }))).toEqual([second]);
  expect(wordsOf(await one.read({ until: at }))).toEqual([first]);
  expect((await one.read({ page_id: 77 })).events).toEqual([]);
  expect((await one.read({ until: '2020-01-01T00:00:00Z' })).events).toEqual([]);
  // Inserts journal rows in the format of an earlier version.
  const { accountId } = await rig.owner();
  await rig.services.db.rows(sql`with old as (
      insert into effect.journal (account_id, seq, at, action, actor, surface, request_id, prev, hash, hash_v)
      select ${accountId}, n, now() - make_interval(days => 100 - n), 'a.b', 'owner', 'act', 'req_1', '', '', 2
      from generate_series(1, 100) n returning seq
    ) insert into effect.journal_head (account_id, seq, hash) select ${accountId}, max(seq), sha256('') from old`);
  const { result } = await rig.services.call(ACCOUNT.auditRead, ownerCtx(accountId), { limit: 1 });
  expect(result.events.map(({ id }) => id)).toEqual([11]);
});

test('pages lead through all events, and the last one says so', async () => {
  const one = await account();
  const made: string[] = [];
  for (let n = 0; n < 5; n += 1) made.push(await one.found());
  const seen: (string | null)[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const page: AuditReadResult = await one.read({ limit: 2, after_id: after });
    seen.push(...page.events.map(({ target }) => target.word));
    after = page.next_after_id;
  }
  expect(seen).toEqual([null, null, ...made]);
});

// Verifies: audit.refusals.
test('refused calls of the calling key are counted by minute, action and code, and those of others are not', async () => {
  const one = await account();
  for (let n = 0; n < 3; n += 1) await rig.act(one.reader, { action: 'builder.list' });
  await rig.act(one.writer, { action: 'builder.list' });
  const refusals = await until(
    'the refusals to be counted',
    async () => {
      const { refusals: found } = await one.read();
      return found.length > 0 ? found : undefined;
    },
    15_000,
  );
  expect(refusals.map(({ action, code, n }) => [action, code, n])).toEqual([
    ['builder.list', 'insufficient_scope', 3],
  ]);
});
