import { WORLDS, type CallPrincipal } from '@bridge/contracts';
import { sql, verifyJournal } from '@bridge/db';
import {
  agentCtx,
  errorWith,
  joinWorld,
  newKey,
  ownerCtx,
  type TestServices,
  startTestServices,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { worldsModule } from './module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule]);
});
afterAll(() => services.stop());

let made = 0;
const unique = (): string => `handed-${(made += 1)}-x`;

const join = (
  founder: CallPrincipal,
  word: string,
  { account_id }: CallPrincipal,
  role: 'contributor' | 'viewer',
) => joinWorld(services.call, founder, account_id ?? '', { word, role });

/** Creates a World with a founder and a contributor for a test. */
async function stage() {
  const [founder, member, word] = [ownerCtx(), ownerCtx(), unique()];
  await services.call(WORLDS.found, founder, { word, idempotency_key: newKey() });
  await join(founder, word, member, 'contributor');
  return { founder, member, word };
}
const offer = async (by: CallPrincipal, word: string, member: string | null, key = newKey()) =>
  services.call(WORLDS.handOver, by, { word, member, idempotency_key: key });
const answer = async (by: CallPrincipal, word: string, accept: boolean) =>
  (await services.call(WORLDS.handOverAnswer, by, { word, accept })).result;
const own = async (ctx: CallPrincipal, word: string) =>
  (await services.call(WORLDS.own, ctx, { word })).result.world;
const home = async (ctx: CallPrincipal) => (await services.call(WORLDS.home, ctx, {})).result;
const rows = async ({ account_id }: CallPrincipal) =>
  services.db.rows(
    sql`select action, actor from effect.journal
      where account_id = ${account_id} and action like 'worlds.hand_over%' order by seq`,
  );

describe('a World that its founder hands over', () => {
  // Verifies: worlds.handed-over.
  test('is offered to a member, who becomes its founder by accepting; both accounts get a row, and the chains are whole', async () => {
    // The ids of the two accounts are random. In several rounds each of them comes first, so both orders of locking are tested.
    for (let round = 0; round < 4; round += 1) {
      const { founder, member, word } = await stage();
      const key = newKey();
      const id = member.account_id ?? '';
      const first = await offer(founder, word, id, key);
      expect(first.result).toEqual({ word, handed_to: id });
      expect(await offer(founder, word, id, key)).toEqual({ ...first, replayed: true });
      expect(await own(founder, word)).toMatchObject({ role: 'founder', handed_to: id });
      expect(await own(member, word)).toMatchObject({ handed_to: null, offered: true });
      expect(await home(member)).toMatchObject({
        founded: 0,
        offers: [{ word, founder: founder.account_id }],
      });
      expect(await answer(member, word, true)).toEqual({ role: 'founder' });
      expect(await answer(member, word, true)).toEqual({ role: 'founder' });
      expect(await own(member, word)).toMatchObject({ role: 'founder', offered: false });
      expect(await own(founder, word)).toMatchObject({ role: 'contributor', handed_to: null });
      expect([await home(founder), await home(member)]).toEqual([
        { founded: 0, offers: [] },
        { founded: 1, offers: [] },
      ]);
      expect(await rows(founder)).toEqual([
        { action: 'worlds.hand_over', actor: 'owner' },
        { action: 'worlds.hand_over_answer', actor: 'member' },
      ]);
      expect(await rows(member)).toEqual([{ action: 'worlds.hand_over_answer', actor: 'owner' }]);
      // The former founder may now leave the World.
      await services.call(WORLDS.leave, founder, { word });
    }
    expect(await verifyJournal(services.db)).toEqual([]);
  });

  // Verifies: worlds.handed-over.
  test('stays with its founder while the offer is open, and after it was declined, taken back or its member left', async () => {
    const { founder, member, word } = await stage();
    const id = member.account_id ?? '';
    await offer(founder, word, id);
    expect(await answer(member, word, false)).toEqual({ role: 'contributor' });
    await expect(answer(member, word, true)).rejects.toMatchObject(errorWith('not_found'));
    await offer(founder, word, id);
    await offer(founder, word, null);
    await expect(answer(member, word, true)).rejects.toMatchObject(errorWith('not_found'));
    await offer(founder, word, id);
    await services.call(WORLDS.leave, member, { word });
    expect(await own(founder, word)).toMatchObject({ role: 'founder', handed_to: null });
    await join(founder, word, member, 'viewer');
    await expect(answer(member, word, true)).rejects.toMatchObject(errorWith('not_found'));
  });

  // Verifies: worlds.handed-over.
  test('is offered by its founder in person only, to another member only', async () => {
    const { founder, member, word } = await stage();
    const [memberId, founderId] = [member.account_id ?? '', founder.account_id ?? ''];
    for (const [by, to, code] of [
      [member, memberId, 'world_forbidden'],
      [agentCtx(founderId), memberId, 'session_required'],
      [founder, founderId, 'invalid_input'],
      [founder, ownerCtx().account_id, 'invalid_input'],
    ] as const)
      await expect(offer(by, word, to)).rejects.toMatchObject(errorWith(code));
    await expect(offer(founder, unique(), memberId)).rejects.toMatchObject(
      errorWith('world_not_found'),
    );
    await expect(answer(ownerCtx(), word, true)).rejects.toMatchObject(errorWith('not_found'));
    await expect(answer(agentCtx(memberId), word, true)).rejects.toMatchObject(
      errorWith('session_required'),
    );
  });

  test('counts for its new founder, within the quota', async () => {
    const { founder, member, word } = await stage();
    const id = member.account_id ?? '';
    await services.db.rows(
      sql`insert into worlds.tally (account_id, founded) values (${id}, 1000)`,
    );
    await offer(founder, word, id);
    await expect(answer(member, word, true)).rejects.toMatchObject(errorWith('quota_exceeded'));
    expect(await own(founder, word)).toMatchObject({ role: 'founder', handed_to: id });
    expect(await home(founder)).toMatchObject({ founded: 1 });
  });
});
