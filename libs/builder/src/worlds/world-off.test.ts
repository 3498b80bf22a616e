import { BUILDER, LIMITS, WORLDS, type CallPrincipal } from '@bridge/contracts';
import { sql, verifyJournal } from '@bridge/db';
import {
  agentCtx,
  fillAccount,
  joinWorld,
  makeWebsite,
  makeWorld,
  newKey,
  ownerCtx,
  publicCtx,
  publishDraft,
  startTestServices,
  worldsModule,
  type TestServices,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderModule } from '../module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterAll(() => services.stop());

const publish = (author: CallPrincipal, page_id: number, revision: number) =>
  publishDraft(services, author, { page_id, revision });
const join = (founder: CallPrincipal, word: string, { account_id }: CallPrincipal) =>
  joinWorld(services.call, founder, account_id ?? '', { word, role: 'contributor' });

/** Creates a World with a contributor who published one website in it. */
async function start() {
  const founder = ownerCtx();
  const author = ownerCtx();
  const word = await makeWorld(services, founder);
  await join(founder, word, author);
  const { page_id } = await makeWebsite(services, agentCtx(author.account_id ?? ''), { word });
  await publish(author, page_id, 1);
  return { founder, author, word, page_id };
}
const takeOff = (
  founder: CallPrincipal,
  at: { readonly word: string; readonly page_id: number; readonly off?: boolean },
  key = newKey(),
) => {
  const { word, page_id, off = true } = at;
  return services.call(BUILDER.worldOff, founder, { word, page_id, off, idempotency_key: key });
};
const shown = async (word: string) =>
  (await services.call(BUILDER.worldPages, publicCtx, { word })).result.pages.map((p) => p.page_id);
const seen = async (member: CallPrincipal, word: string) =>
  (await services.call(BUILDER.worldWebsites, member, { word })).result.websites;
const live = async (page_id: number) =>
  (await services.call(BUILDER.live, publicCtx, { page_id })).result;
const rowsOf = async ({ account_id }: CallPrincipal) =>
  services.db.rows(
    sql<{
      action: string;
      actor: string;
      key_id: string | null;
    }>`select action, actor, key_id from effect.journal
      where account_id = ${account_id} and action like 'builder.world_%' order by seq`,
  );

describe('a website that the founder takes off a World', () => {
  // Verifies: worlds.taken-off, worlds.websites.
  test('leaves its lists and keeps its own address; both accounts get a row, and the chains are whole', async () => {
    // The ids of the accounts are random. In several rounds each of them is the smaller one, so both orders of locking are
    // tested.
    for (let round = 0; round < 4; round += 1) {
      const { founder, author, word, page_id } = await start();
      const other = await makeWebsite(services, agentCtx(founder.account_id ?? ''), { word });
      await publish(founder, other.page_id, 1);
      const key = newKey();
      const first = await takeOff(founder, { word, page_id }, key);
      expect(first.result).toEqual({ page_id, off: true });
      expect(await takeOff(founder, { word, page_id }, key)).toEqual({ ...first, replayed: true });
      expect(await shown(word)).toEqual([other.page_id]);
      expect(await live(page_id)).toMatchObject({ state: 'live', off_world: true, version: 2 });
      expect(await seen(founder, word)).toMatchObject([
        { page_id: other.page_id, mine: true, off: false },
        { page_id, mine: false, off: true },
      ]);
      expect(await rowsOf(founder)).toEqual([
        { action: 'builder.world_off', actor: 'owner', key_id: null },
      ]);
      expect(await rowsOf(author)).toEqual([
        { action: 'builder.world_off', actor: 'founder', key_id: null },
      ]);
      await takeOff(founder, { word, page_id, off: false });
      expect((await shown(word)).toSorted((a, b) => a - b)).toEqual([page_id, other.page_id]);
      expect(await rowsOf(author)).toMatchObject([
        { action: 'builder.world_off', actor: 'founder' },
        { action: 'builder.world_on', actor: 'founder' },
      ]);
      expect((await rowsOf(founder)).map(({ action }) => action)).toEqual([
        'builder.world_off',
        'builder.world_on',
      ]);
    }
    expect(await verifyJournal(services.db)).toEqual([]);
  });

  // Verifies: worlds.taken-off.
  test('stays off through publications there, and comes back by one in another World', async () => {
    const { founder, author, word, page_id } = await start();
    await takeOff(founder, { word, page_id });
    await publish(author, page_id, 1);
    expect(await shown(word)).toEqual([]);
    const elsewhere = await makeWorld(services, author);
    const move = { page_id, expected_revision: 1, word: elsewhere, idempotency_key: newKey() };
    await services.call(BUILDER.attach, author, move);
    await publish(author, page_id, 2);
    expect(await shown(elsewhere)).toEqual([page_id]);
    expect(await live(page_id)).toMatchObject({ word: elsewhere, off_world: false });
  });

  // Verifies: worlds.taken-off.
  test('is off again when its author publishes it elsewhere and brings it back, until the founder puts it back', async () => {
    const { founder, author, word, page_id } = await start();
    await takeOff(founder, { word, page_id });
    const elsewhere = await makeWorld(services, author);
    for (const [revision, to] of [elsewhere, word].entries()) {
      const move = { page_id, expected_revision: revision + 1, word: to };
      await services.call(BUILDER.attach, author, { ...move, idempotency_key: newKey() });
      await publish(author, page_id, revision + 2);
    }
    expect(await live(page_id)).toMatchObject({ word, off_world: true });
    expect(await shown(word)).toEqual([]);
    expect(await seen(founder, word)).toMatchObject([{ page_id, off: true }]);
    await takeOff(founder, { word, page_id, off: false });
    expect(await shown(word)).toEqual([page_id]);
  });

  // Verifies: worlds.taken-off.
  test('is taken off by nobody else, and not from a World in which it is not public', async () => {
    const { founder, author, word, page_id } = await start();
    const elsewhere = await makeWorld(services, founder);
    const key = { ...founder, key_id: newKey() };
    for (const [who, at, code] of [
      [author, { word, page_id }, 'world_forbidden'],
      [ownerCtx(), { word, page_id }, 'world_forbidden'],
      [key, { word, page_id }, 'session_required'],
      [founder, { word: 'no-such-world-x', page_id }, 'world_not_found'],
      [founder, { word: elsewhere, page_id }, 'page_not_found'],
      [founder, { word, page_id: page_id + 1_000_000 }, 'page_not_found'],
    ] as const)
      await expect(takeOff(who, at)).rejects.toMatchObject({ code });
    expect(await shown(word)).toEqual([page_id]);
    await expect(seen(ownerCtx(), word)).rejects.toMatchObject({ code: 'world_forbidden' });
  });

  test('by founders of two Worlds at the same moment ends in neither deadlock nor loss', async () => {
    const [one, two] = [ownerCtx(), ownerCtx()];
    const words = [await makeWorld(services, one), await makeWorld(services, two)] as const;
    await join(one, words[0], two);
    await join(two, words[1], one);
    const make = async (author: CallPrincipal, word: string) => {
      const made = await makeWebsite(services, agentCtx(author.account_id ?? ''), { word });
      await publish(author, made.page_id, 1);
      return made.page_id;
    };
    const [a, b] = [await make(two, words[0]), await make(one, words[1])];
    for (const off of [true, false, true])
      await Promise.all([
        takeOff(one, { word: words[0], page_id: a, off }),
        takeOff(two, { word: words[1], page_id: b, off }),
      ]);
    expect([await shown(words[0]), await shown(words[1])]).toEqual([[], []]);
    expect(await verifyJournal(services.db)).toEqual([]);
  });
});

// Verifies: worlds.left-websites.
test('the websites of a contributor who leaves are no longer shown in the World, and stay live', async () => {
  const { founder, author, word, page_id } = await start();
  expect(await shown(word)).toEqual([page_id]);
  await services.call(WORLDS.leave, author, { word });
  expect(await shown(word)).toEqual([]);
  expect(await seen(founder, word)).toEqual([]);
  expect(await live(page_id)).toMatchObject({ state: 'live' });
});

// Verifies: worlds.left-websites, worlds.websites.
test('as many newer websites as a list holds, of a contributor who left, do not crowd out the others', async () => {
  const { founder, author, word, page_id } = await start();
  const gone = ownerCtx();
  await join(founder, word, gone);
  const made = await makeWebsite(services, agentCtx(gone.account_id ?? ''), { word });
  await publish(gone, made.page_id, 1);
  const template = { accountId: gone.account_id ?? '', pageId: made.page_id };
  await fillAccount(services.db, template, LIMITS.worldWebsitesMax);
  await takeOff(founder, { word, page_id: made.page_id });
  expect(await shown(word)).toHaveLength(LIMITS.worldWebsitesMax);
  expect(await seen(founder, word)).toHaveLength(LIMITS.worldWebsitesMax);
  await services.call(WORLDS.leave, gone, { word });
  expect(await shown(word)).toEqual([page_id]);
  expect(await seen(author, word)).toMatchObject([{ page_id, mine: true }]);
});

// Verifies: worlds.own.
test('websites are counted by World, deleted ones not', async () => {
  const { author, word, page_id } = await start();
  await makeWebsite(services, agentCtx(author.account_id ?? ''), { word });
  const count = async (who: CallPrincipal) =>
    (await services.call(BUILDER.worldCounts, who, { words: [word] })).result.counts;
  expect(await count(author)).toEqual([{ word, websites: 2 }]);
  const input = { page_id, expected_revision: 1, idempotency_key: newKey() };
  await services.call(BUILDER.delete, author, input);
  expect(await count(author)).toEqual([{ word, websites: 1 }]);
  expect(await count(ownerCtx())).toEqual([{ word, websites: 0 }]);
});
