import { WORLDS, LIMITS, type CallPrincipal } from '@bridge/contracts';
import { sql, verifyJournal } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import {
  agentCtx,
  errorWith,
  ownerCtx,
  type TestServices,
  startTestServices,
} from '@bridge/testing';
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { worldsModule } from './module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule]);
});
afterAll(() => services.stop());

let made = 0;
const unique = (): string => `invited-${(made += 1)}-x`;
async function world(): Promise<{ founder: CallPrincipal; word: string }> {
  const [founder, word] = [ownerCtx(), unique()];
  await services.call(WORLDS.found, founder, { word, idempotency_key: `found-${word}` });
  return { founder, word };
}

/** A World that a test founded, with the identity of its founder. */
type TestWorld = Awaited<ReturnType<typeof world>>;
const invite = async (
  { founder, word }: TestWorld,
  email: string,
  role: 'contributor' | 'viewer' | null,
  token = unique(),
) => {
  const input = { word, email, role, token_hash: hash('sha256', token) };
  return { token, ...(await services.call(WORLDS.invite, founder, input)).result };
};
const answer = async ({ word }: TestWorld, ctx: CallPrincipal, token: string, accept: boolean) =>
  (
    await services.call(WORLDS.invitationAnswer, ctx, {
      word,
      token_hash: hash('sha256', token),
      accept,
    })
  ).result;
const listed = async ({ founder, word }: TestWorld) =>
  (await services.call(WORLDS.invitations, founder, { word, token_hash: null })).result.invitations;
const roleOf = async ({ word }: TestWorld, ctx: CallPrincipal) =>
  (await services.call(WORLDS.rights, ctx, { words: [word] })).result.rights[0]?.role;
const journal = async (ctx: CallPrincipal) =>
  (
    await services.db.rows(
      sql<{ action: string }>`select action from effect.journal
        where account_id = ${ctx.account_id} order by seq`,
    )
  ).map(({ action }) => action);
const expire = ({ word }: TestWorld) =>
  services.db.rows(sql`update worlds.invitation set expires_at = now() where word = ${word}`);

describe('an invitation', () => {
  test('gives no right before it is accepted, and the account that opens its link joins, whatever its address', async () => {
    const at = await world();
    const friend = ownerCtx();
    const { token, expires_at } = await invite(at, 'Friend@Example.org', 'contributor');
    const days = (Date.parse(expires_at ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(LIMITS.invitationDays, 1);
    expect(await roleOf(at, friend)).toBeUndefined();
    expect(await listed(at)).toMatchObject([{ email: 'Friend@Example.org', role: 'contributor' }]);
    expect(await answer(at, friend, token, true)).toEqual({ role: 'contributor' });
    expect(await roleOf(at, friend)).toBe('contributor');
    expect(await listed(at)).toEqual([]);
    const { members } = (await services.call(WORLDS.membersList, at.founder, { word: at.word }))
      .result;
    expect(members).toMatchObject([
      { role: 'founder', email: null },
      { account_id: friend.account_id, email: 'Friend@Example.org' },
    ]);
    const seen = (await services.call(WORLDS.membersList, friend, { word: at.word })).result
      .members;
    expect(seen.map(({ email }) => email)).toEqual([null, null]);
    expect(await journal(at.founder)).toEqual(['worlds.found', 'worlds.invite']);
    expect(await journal(friend)).toEqual(['worlds.invitation_answer']);
  });

  test('is accepted once: the same account gets its role again, another one gets not_found', async () => {
    const at = await world();
    const [friend, other] = [ownerCtx(), ownerCtx()];
    const { token } = await invite(at, 'one@example.org', 'viewer');
    expect(await answer(at, friend, token, true)).toEqual({ role: 'viewer' });
    expect(await answer(at, friend, token, true)).toEqual({ role: 'viewer' });
    for (const accept of [true, false])
      await expect(answer(at, other, token, accept)).rejects.toMatchObject(errorWith('not_found'));
    expect(await roleOf(at, other)).toBeUndefined();
    expect(await journal(friend)).toHaveLength(1);
  });

  // Verifies: worlds.invitation-rules.
  test('of twenty accounts that accept one link at the same moment, one joins', async () => {
    const at = await world();
    const { token } = await invite(at, 'race@example.org', 'contributor');
    const accounts = Array.from({ length: 20 }, () => ownerCtx());
    const ends = await Promise.allSettled(accounts.map((ctx) => answer(at, ctx, token, true)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const { members } = (await services.call(WORLDS.membersList, at.founder, { word: at.word }))
      .result;
    expect(members).toHaveLength(2);
  });

  // Verifies: worlds.invitation-rules.
  test('is declined, withdrawn, replaced by a newer one, or expires; then its link does nothing', async () => {
    const at = await world();
    const friend = ownerCtx();
    const declined = await invite(at, 'a@example.org', 'viewer');
    expect(await answer(at, friend, declined.token, false)).toEqual({ role: null });
    const withdrawn = await invite(at, 'b@example.org', 'viewer');
    expect(await invite(at, ' B@example.ORG', null)).toMatchObject({ changed: true });
    const replaced = await invite(at, 'c@example.org', 'viewer');
    const newer = await invite(at, 'C@example.org', 'contributor');
    for (const { token } of [declined, withdrawn, replaced])
      await expect(answer(at, friend, token, true)).rejects.toMatchObject(errorWith('not_found'));
    await expire(at);
    await expect(answer(at, friend, newer.token, true)).rejects.toMatchObject(errorWith('gone'));
    const read = { word: at.word, token_hash: hash('sha256', newer.token) };
    await expect(services.call(WORLDS.invitations, friend, read)).rejects.toMatchObject(
      errorWith('gone'),
    );
    // The founder sees that the invitation has expired, and invites the same address again.
    expect(await listed(at)).toMatchObject([{ email: 'C@example.org', role: 'contributor' }]);
    const again = await invite(at, 'c@example.org', 'viewer');
    expect(await answer(at, friend, again.token, true)).toEqual({ role: 'viewer' });
  });

  test('to the address of a member changes its role at once, and null ends the membership', async () => {
    const at = await world();
    const friend = ownerCtx();
    const { token } = await invite(at, 'd@example.org', 'viewer');
    await answer(at, friend, token, true);
    expect(await invite(at, 'D@example.org', 'contributor')).toMatchObject({
      changed: true,
      expires_at: null,
    });
    expect(await roleOf(at, friend)).toBe('contributor');
    expect(await invite(at, 'd@example.org', null)).toMatchObject({ changed: true });
    expect(await roleOf(at, friend)).toBeUndefined();
    expect(await invite(at, 'd@example.org', null)).toMatchObject({ changed: false });
  });

  // Verifies: worlds.invitation-rules.
  test('is made by the founder in person only, to a hundred open ones', async () => {
    const at = await world();
    const stranger = ownerCtx();
    const input = {
      word: at.word,
      email: 'e@example.org',
      role: 'viewer',
      token_hash: hash('sha256', 'e'),
    };
    await expect(services.call(WORLDS.invite, stranger, input as never)).rejects.toMatchObject(
      errorWith('world_forbidden'),
    );
    const agent = agentCtx(at.founder.account_id ?? '');
    await expect(services.call(WORLDS.invite, agent, input as never)).rejects.toMatchObject(
      errorWith('session_required'),
    );
    await expect(
      services.call(WORLDS.invitations, stranger, { word: at.word, token_hash: null }),
    ).rejects.toMatchObject(errorWith('world_forbidden'));
    const { invitationsOpenPerWorldMax: max } = LIMITS;
    for (let n = 0; n < max; n += 1) await invite(at, `n${n}@example.org`, 'viewer');
    await expect(invite(at, 'more@example.org', 'viewer')).rejects.toMatchObject(
      errorWith('quota_exceeded', { max }),
    );
    // The same address counts as one invitation, and expired invitations do not count.
    await invite(at, 'n0@example.org', 'contributor');
    await expire(at);
    await invite(at, 'more@example.org', 'viewer');
  });

  test('gives its founder no other role, and no account a role in a World that is full', async () => {
    const at = await world();
    const { token } = await invite(at, 'self@example.org', 'viewer');
    await expect(answer(at, at.founder, token, true)).rejects.toMatchObject(
      errorWith('invalid_input'),
    );
    await services.db.rows(sql`insert into worlds.member (account_id, word, role)
      select 'acc_full' || n, ${at.word}, 'viewer' from generate_series(2, ${LIMITS.membersPerWorldMax}) n`);
    await expect(answer(at, ownerCtx(), token, true)).rejects.toMatchObject(
      errorWith('quota_exceeded', { max: LIMITS.membersPerWorldMax }),
    );
  });
});

describe('leaving a World', () => {
  test('ends the membership once; a founder stays, an unknown word is not found', async () => {
    const at = await world();
    const friend = ownerCtx();
    const { token } = await invite(at, 'f@example.org', 'contributor');
    await answer(at, friend, token, true);
    for (const changed of [true, false])
      expect((await services.call(WORLDS.leave, friend, { word: at.word })).result).toEqual({
        changed,
      });
    expect(await roleOf(at, friend)).toBeUndefined();
    expect(await journal(friend)).toEqual(['worlds.invitation_answer', 'worlds.leave']);
    await expect(services.call(WORLDS.leave, at.founder, { word: at.word })).rejects.toMatchObject(
      errorWith('invalid_input'),
    );
    await expect(services.call(WORLDS.leave, friend, { word: unique() })).rejects.toMatchObject(
      errorWith('world_not_found'),
    );
    const agent = agentCtx(randomIds.make('acc'));
    await expect(services.call(WORLDS.leave, agent, { word: at.word })).rejects.toMatchObject(
      errorWith('session_required'),
    );
    expect(await verifyJournal(services.db)).toEqual([]);
  });
});
