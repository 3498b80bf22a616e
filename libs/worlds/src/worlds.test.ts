import {
  WORLDS,
  fingerprint,
  VIEWS,
  type BusCallDefinition,
  type CallPrincipal,
} from '@bridge/contracts';
import { makeRequest, MemoryBus, type SuccessfulCallResult } from '@bridge/bus';
import {
  type DatabaseClient,
  EFFECT_MIGRATIONS,
  sql,
  type SqlStatement,
  verifyJournal,
} from '@bridge/db';
import {
  randomIds,
  run,
  silentLogger,
  systemClock,
  type AnyProcessModule,
  type RunningModules,
} from '@bridge/kernel';
import {
  errorWith,
  joinWorld,
  testBase,
  testDb,
  type ConnectedTestDatabase,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { worldsHandlers } from './handlers.ts';
import { worldsModule } from './module.ts';

const driver = new MemoryBus();
const request = makeRequest(driver, systemClock);
let database: ConnectedTestDatabase;
let db: DatabaseClient;
let running: RunningModules;

const opened = (name: string, value: () => unknown): AnyProcessModule => ({
  name,
  needs: [],
  open: async () => ({ value: value(), close: async () => undefined }),
});
beforeAll(async () => {
  database = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
  ({ db } = database);
  const modules = [
    opened('db', () => db),
    opened('bus', () => ({ driver, request })),
    worldsModule,
  ];
  running = await run(modules, testBase());
});
afterAll(async () => {
  await running.stop();
  await database.close();
});

const SCOPES = ['worlds.list', 'worlds.found', 'builder.create', 'builder.attach'];
/** Returns the id of a new account. Each test uses its own account and its own World words. */
const account = (): string => randomIds.make('acc');
let words = 0;
const newWord = (): string => `word-${(words += 1)}-x`;
let keys = 0;
const newKey = (): string => `worlds-test-${(keys += 1)}`;

function principal(accountId: string | null, change: Partial<CallPrincipal> = {}): CallPrincipal {
  return {
    account_id: accountId,
    key_id: null,
    scopes: [],
    worlds: null,
    surface: 'console',
    ...change,
  };
}
const byKey = (accountId: string, change: Partial<CallPrincipal> = {}): CallPrincipal =>
  principal(accountId, {
    key_id: randomIds.make('key'),
    scopes: SCOPES,
    surface: 'act',
    ...change,
  });

async function ask<I extends z.ZodType, O extends z.ZodType>(
  callable: BusCallDefinition<I, O>,
  ctx: CallPrincipal,
  input: z.input<I>,
): Promise<SuccessfulCallResult<z.output<O>>> {
  return request(callable, { ctx, input, requestId: 'req_test' });
}
const found = (ctx: CallPrincipal, word: string, key = newKey()) => {
  const input = { word, idempotency_key: key };
  const fp = fingerprint(WORLDS.found, input);
  return request(WORLDS.found, { ctx, input, fp, requestId: 'req_test' });
};
const journal = async (accountId: string) =>
  db.rows(
    sql<{
      action: string;
      word: string;
    }>`select action, word from effect.journal where account_id = ${accountId} order by seq`,
  );

describe('founding', () => {
  test('a founded World is in the list of its founder with address, role and date', async () => {
    const ctx = byKey(account());
    const word = newWord();
    const { result } = await found(ctx, word);
    expect(result.world).toEqual({
      word,
      title: word,
      world_url: `http://${word}.localhost:4001/`,
      role: 'founder',
      permissions: ['page.create', 'page.attach'],
      founded_at: expect.stringMatching(/^20.*Z$/),
    });
    const { result: listed } = await ask(WORLDS.list, ctx, {});
    expect(listed.worlds).toEqual([result.world]);
    expect(await journal(ctx.account_id ?? '')).toEqual([{ action: 'worlds.found', word }]);
  });

  test('an owned word is never given away; for its founder the refusal says that it is the own one', async () => {
    const first = byKey(account());
    const word = newWord();
    await found(first, word);
    for (const [ctx, reason] of [
      [first, 'yours'],
      [byKey(account()), 'owned'],
    ] as const) {
      await expect(found(ctx, word)).rejects.toMatchObject(
        errorWith('word_unavailable', { word, reason }),
      );
    }
  });

  test('a reserved word, its look-alike, an IDNA label and a website’s label are refused', async () => {
    const ctx = byKey(account());
    for (const word of ['admin', 'ad-min', 'www2', 'xn--mnchen-3ya', 'p42', 'localhost', 'api']) {
      await expect(found(ctx, word), word).rejects.toMatchObject(
        errorWith('word_unavailable', { word, reason: 'reserved' }),
      );
    }
    expect((await ask(WORLDS.list, ctx, {})).result.worlds).toEqual([]);
    expect(await journal(ctx.account_id ?? '')).toEqual([]);
  });

  test('the shortest and the longest word are accepted', async () => {
    const ctx = byKey(account());
    const longest = `q${'0-'.repeat(19)}zz`;
    expect(longest).toHaveLength(41);
    for (const word of ['q', longest])
      expect((await found(ctx, word)).result.world.word).toBe(word);
  });

  test('the same call again answers the first result; the key used for another word is refused', async () => {
    const ctx = byKey(account());
    const word = newWord();
    const key = newKey();
    const first = await found(ctx, word, key);
    const again = await found(ctx, word, key);
    expect(again).toEqual({ result: first.result, replayed: true });
    await expect(found(ctx, newWord(), key)).rejects.toMatchObject(
      errorWith('idempotency_mismatch'),
    );
  });

  test('a refused founding leaves its idempotency key free', async () => {
    const ctx = byKey(account());
    const key = newKey();
    await expect(found(ctx, 'admin', key)).rejects.toMatchObject(errorWith('word_unavailable'));
    const word = newWord();
    expect((await found(ctx, word, key)).result.world.word).toBe(word);
  });

  // Verifies: worlds.race.
  test('of twenty accounts that race for a word, one gets it and the others get word_unavailable', async () => {
    const word = newWord();
    const racers = Array.from({ length: 20 }, () => byKey(account()));
    const outcomes = await Promise.allSettled(racers.map((ctx) => found(ctx, word)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = outcomes.flatMap((o) => (o.status === 'rejected' ? [o.reason] : []));
    expect(refusals).toHaveLength(19);
    for (const reason of refusals)
      expect(reason).toMatchObject(errorWith('word_unavailable', { reason: 'owned' }));
    const lists = await Promise.all(racers.map((ctx) => ask(WORLDS.list, ctx, {})));
    expect(lists.flatMap(({ result }) => result.worlds)).toHaveLength(1);
  });

  // Verifies: limits.worlds-quota.
  test('an account that races with itself never founds more Worlds than its quota', async () => {
    const links = { world: (word: string) => `http://${word}.localhost:4001/` };
    const deps = { db, links, worldsPerAccountMax: 3 } as unknown;
    const handlers = worldsHandlers(deps as Parameters<typeof worldsHandlers>[0]);
    const ctx = byKey(account());
    const founding = () => {
      const deadline = systemClock.now() + 15_000;
      const call = { ctx, fp: newKey(), requestId: 'req_test', deadline, log: silentLogger };
      return handlers.found({ word: newWord(), idempotency_key: newKey() }, call);
    };
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, founding));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject(errorWith('quota_exceeded', { max: 3 }));
    expect((await ask(WORLDS.list, ctx, {})).result.worlds).toHaveLength(3);
  });

  test('a key limited to Worlds founds none outside its list and sees only those in it', async () => {
    const owner = account();
    const [inside, outside] = [newWord(), newWord()];
    const limited = byKey(owner, { worlds: [inside] });
    await expect(found(limited, outside)).rejects.toMatchObject(
      errorWith('key_world_not_allowed', { word: outside }),
    );
    await found(limited, inside);
    await found(byKey(owner), outside);
    const { result } = await ask(WORLDS.list, limited, {});
    expect(result.worlds.map(({ word }) => word)).toEqual([inside]);
    expect((await ask(WORLDS.list, byKey(owner), {})).result.worlds).toHaveLength(2);
  });
});

describe('members', () => {
  const setRole = (
    ctx: CallPrincipal,
    word: string,
    member: string,
    role: 'contributor' | 'viewer' | null,
  ) => ask(WORLDS.membersSet, ctx, { word, member, role });
  const join = (
    ctx: CallPrincipal,
    word: string,
    member: string,
    role: 'contributor' | 'viewer' = 'contributor',
  ) => joinWorld(ask, ctx, member, { word, role });

  test('a contributor finds the World in the list and may create there, but not manage it', async () => {
    const [founder, friend] = [principal(account()), account()];
    const word = newWord();
    await found(founder, word);
    await join(founder, word, friend);
    const { result } = await ask(WORLDS.list, principal(friend), {});
    expect(result.worlds).toMatchObject([
      { word, role: 'contributor', permissions: ['page.create', 'page.attach', 'page.publish'] },
    ]);
    await expect(setRole(principal(friend), word, account(), 'viewer')).rejects.toMatchObject(
      errorWith('world_forbidden', { word }),
    );
  });

  test('a viewer sees the member list and nothing else', async () => {
    const [founder, guest] = [principal(account()), account()];
    const word = newWord();
    await found(founder, word);
    await join(founder, word, guest, 'viewer');
    expect((await ask(WORLDS.list, principal(guest), {})).result.worlds).toEqual([]);
    const { result } = await ask(WORLDS.membersList, principal(guest), { word });
    expect(result.members.map(({ account_id, role }) => [account_id, role])).toEqual([
      [founder.account_id, 'founder'],
      [guest, 'viewer'],
    ]);
    const rights = await ask(WORLDS.rights, principal(guest), { words: null });
    expect(rights.result.rights).toEqual([{ word, role: 'viewer', permissions: [] }]);
  });

  test('setting a role twice changes and journals once; taking it away takes the right away', async () => {
    const [founder, friend] = [principal(account()), account()];
    const word = newWord();
    await found(founder, word);
    await join(founder, word, friend);
    for (const changed of [true, false])
      expect((await setRole(founder, word, friend, 'viewer')).result).toEqual({ changed });
    expect((await setRole(founder, word, friend, 'contributor')).result).toEqual({ changed: true });
    for (const changed of [true, false])
      expect((await setRole(founder, word, friend, null)).result).toEqual({ changed });
    expect((await ask(WORLDS.rights, principal(friend), { words: [word] })).result.rights).toEqual(
      [],
    );
    expect((await journal(founder.account_id ?? '')).map(({ action }) => action)).toEqual([
      'worlds.found',
      'worlds.invite',
      ...Array.from({ length: 3 }, () => 'worlds.members_set'),
    ]);
  });

  test('fifty changes of one World at the same moment all end, and the journal has one row for each', async () => {
    const founder = principal(account());
    const word = newWord();
    await found(founder, word);
    const members = Array.from({ length: 50 }, account);
    await Promise.all(members.map((member) => join(founder, word, member)));
    expect((await ask(WORLDS.membersList, founder, { word })).result.members).toHaveLength(51);
    expect(await journal(founder.account_id ?? '')).toHaveLength(51);
  });

  test('the founder’s own role cannot be changed', async () => {
    const founder = principal(account());
    const word = newWord();
    await found(founder, word);
    for (const role of ['viewer', null] as const) {
      await expect(setRole(founder, word, founder.account_id ?? '', role)).rejects.toMatchObject(
        errorWith('invalid_input'),
      );
    }
    expect((await ask(WORLDS.list, founder, {})).result.worlds).toMatchObject([
      { role: 'founder' },
    ]);
  });

  // Verifies: worlds.in-person.
  test('a key manages nothing, a stranger sees nothing, an unknown word is not found', async () => {
    const owner = account();
    const word = newWord();
    await found(principal(owner), word);
    await expect(setRole(byKey(owner), word, account(), 'viewer')).rejects.toMatchObject(
      errorWith('session_required'),
    );
    const stranger = principal(account());
    await expect(ask(WORLDS.membersList, stranger, { word })).rejects.toMatchObject(
      errorWith('world_forbidden', { word }),
    );
    const nowhere = newWord();
    await expect(ask(WORLDS.membersList, stranger, { word: nowhere })).rejects.toMatchObject(
      errorWith('world_not_found', { word: nowhere }),
    );
    await expect(setRole(stranger, nowhere, account(), 'viewer')).rejects.toMatchObject(
      errorWith('world_not_found', { word: nowhere }),
    );
  });
});

describe('dashboards', () => {
  const set = (ctx: CallPrincipal, word: string, title: string, text: string) =>
    ask(WORLDS.dashboardSet, ctx, { word, title, text });
  const shown = async (word: string) =>
    (await ask(WORLDS.dashboard, principal(null, { surface: 'public' }), { word })).result.world;

  test('the public sees title and text as the founder set them, with no account named', async () => {
    const founder = principal(account());
    const word = newWord();
    await found(founder, word);
    const title = 'Mond & Söhne <b>🌙</b>';
    const text = 'First line\n\tsecond \u202e line';
    for (const changed of [true, false])
      expect((await set(founder, word, title, text)).result).toEqual({ changed });
    const founded_at = expect.stringMatching(/Z$/);
    expect(await shown(word)).toEqual({ word, title, text, founded_at, suspended: false });
    expect((await ask(WORLDS.list, founder, {})).result.worlds).toMatchObject([{ word, title }]);
  });

  test('a World is untitled by its word, before and after', async () => {
    const founder = principal(account());
    const word = newWord();
    await found(founder, word);
    expect(await shown(word)).toMatchObject({ title: word, text: '' });
    await set(founder, word, 'A title', '');
    await set(founder, word, '  ', '');
    expect(await shown(word)).toMatchObject({ title: word });
  });

  test('120 emoji fit a title; control characters are refused', async () => {
    const founder = principal(account());
    const word = newWord();
    await found(founder, word);
    expect((await set(founder, word, '🌙'.repeat(120), '')).result.changed).toBe(true);
    for (const [title, text] of [
      ['a\nb', ''],
      ['a\u0000', ''],
      ['a', 'b\u0000'],
      ['a', 'b\u001b[2J'],
    ] as const) {
      await expect(set(founder, word, title, text)).rejects.toMatchObject(
        errorWith('invalid_input'),
      );
    }
  });

  test('an unknown word has no dashboard', async () => {
    expect(await shown(newWord())).toBeNull();
  });

  // Verifies: worlds.suspended.
  test('a suspended World says so, grants nothing and cannot be changed', async () => {
    const founder = principal(account());
    const word = newWord();
    await found(founder, word);
    await db.rows(sql`update worlds.world set suspended = true where word = ${word}`);
    expect(await shown(word)).toMatchObject({ suspended: true });
    expect((await ask(WORLDS.list, founder, {})).result.worlds).toMatchObject([
      { permissions: [] },
    ]);
    await expect(set(founder, word, 'x', 'y')).rejects.toMatchObject(errorWith('suspended'));
  });
});

describe('the tables themselves', () => {
  test('no role can store a state that the contract forbids', async () => {
    const [owner, other] = [account(), account()];
    const word = newWord();
    await found(principal(owner), word);
    const world = (text: string, title = 'x') =>
      sql`insert into worlds.world (word, founder, title) values (${text}, ${owner}, ${title})`;
    for (const statement of [
      world(word),
      world('Upper'),
      world('ends-'),
      world('9starts'),
      world('x'.repeat(42)),
      world('fine', ''),
      world('fine', 'x'.repeat(121)),
      sql`insert into worlds.member (account_id, word, role) values (${other}, ${word}, 'founder')`,
      sql`insert into worlds.member (account_id, word, role) values (${other}, ${word}, 'king')`,
      sql`insert into worlds.member (account_id, word, role) values (${other}, 'nowhere', 'viewer')`,
      sql`update worlds.world set word = 'another' where word = ${word}`,
      sql`update worlds.world set founder = ${other} where word = ${word}`,
      sql`delete from worlds.world where word = ${word}`,
      sql`truncate worlds.world cascade`,
    ]) {
      await expect(db.rows(statement)).rejects.toHaveProperty('code');
    }
  });

  test('the view of rights has one row per member, the founder’s included', async () => {
    const [owner, guest] = [account(), account()];
    const word = newWord();
    await found(principal(owner), word);
    await joinWorld(ask, principal(owner), guest, { word, role: 'viewer' });
    const rows = await db.rows(
      sql`select word, account_id, role, suspended from ${sql.raw(VIEWS.worldRight)} where word = ${word} order by role`,
    );
    expect(rows).toEqual([
      { word, account_id: owner, role: 'founder', suspended: false },
      { word, account_id: guest, role: 'viewer', suspended: false },
    ]);
  });

  // Verifies: worlds.right-held.
  test('a role that may only execute the function that holds a right reads and changes no table by it', async () => {
    const [owner, role] = [account(), `holds_${randomIds.make('r').toLowerCase()}`];
    const word = newWord();
    await found(principal(owner), word);
    const held = sql<{ held: boolean }>`select worlds.hold_right_v1(${word}, ${owner}) as held`;
    const as = (statement: SqlStatement) =>
      db.transaction({}, async (tx) => {
        await tx.rows(sql`set local role ${sql.id(role)}`);
        return tx.rows(statement);
      });
    await db.rows(sql`create role ${sql.id(role)}`);
    try {
      await db.rows(sql`grant usage on schema worlds to ${sql.id(role)}`);
      await expect(as(held)).rejects.toMatchObject({ code: '42501' });
      await db.rows(
        sql`grant execute on function worlds.hold_right_v1(text, text) to ${sql.id(role)}`,
      );
      expect(await as(held)).toEqual([{ held: true }]);
      await expect(as(sql`select from worlds.member`)).rejects.toMatchObject({ code: '42501' });
      // A caller can define operators of its own and put them first in the search path. The function must not use them.
      const tricked = await db.transaction({}, async (tx) => {
        await tx.rows(sql`create schema trick`);
        await tx.rows(
          sql`create function trick.yes(text, text) returns boolean language sql as 'select true'`,
        );
        await tx.rows(
          sql`create operator trick.= (leftarg = text, rightarg = text, function = trick.yes)`,
        );
        await tx.rows(sql`set local search_path = trick, pg_catalog`);
        return tx.rows(sql`select worlds.hold_right_v1('no-such-word', 'nobody') as held`);
      });
      expect(tricked).toEqual([{ held: false }]);
    } finally {
      await db.rows(sql`drop owned by ${sql.id(role)}`);
      await db.rows(sql`drop role ${sql.id(role)}`);
    }
  });

  test('every chain of the journal verifies after these tests', async () => {
    expect(await verifyJournal(db)).toEqual([]);
  });
});
