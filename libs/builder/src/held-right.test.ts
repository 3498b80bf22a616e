import { BUILDER, WORLDS, type CallPrincipal } from '@bridge/contracts';
import { sql } from '@bridge/db';
import {
  agentCtx,
  joinWorld,
  makeWebsite,
  makeWorld,
  newKey,
  ownerCtx,
  pauseAt,
  publishDraft,
  startRooms,
  until,
  worldsModule,
  type Rooms,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderModule } from './module.ts';

let rooms: Rooms;
beforeAll(async () => {
  rooms = await startRooms([worldsModule, builderModule]);
});
afterAll(() => rooms.stop());

/**
 * The objects of a test about World rights: a World of a founder, a contributor, and the contributor's own World and website.
 */
interface Scene {
  readonly founder: CallPrincipal;
  readonly contributor: CallPrincipal;
  readonly word: string;
  readonly ownWord: string;
}

async function scene(): Promise<Scene> {
  const [founder, contributor] = [ownerCtx(), agentCtx()];
  const word = await makeWorld(rooms, founder);
  const ownWord = await makeWorld(rooms, contributor);
  const all = { founder, contributor, word, ownWord };
  await joinWorld(rooms.call, founder, contributor.account_id ?? '', { word, role: 'contributor' });
  return all;
}
async function setRole(
  { founder, contributor, word }: Scene,
  role: 'viewer' | null,
): Promise<void> {
  const member = contributor.account_id ?? '';
  await rooms.call(WORLDS.membersSet, founder, { word, member, role });
}
const create = async ({ contributor }: Scene, word: string): Promise<number> =>
  (await makeWebsite(rooms, contributor, { word })).page_id;
async function attach({ contributor, word }: Scene, pageId: number): Promise<void> {
  const input = { page_id: pageId, expected_revision: 1, word, idempotency_key: newKey() };
  await rooms.call(BUILDER.attach, contributor, input);
}
const publish = ({ contributor }: Scene, page_id: number): Promise<void> =>
  publishDraft(rooms, contributor, { page_id });

/** Returns true when a connection to the test's database waits for the lock of another transaction. */
async function isSomeoneWaiting(): Promise<boolean> {
  const [row] = await rooms.db.rows(
    sql<{ waits: boolean }>`select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waits`,
  );
  return row?.waits ?? false;
}

/** Returns true when the effect on the website has a journal row; without an id, any website of the account. */
async function isJournalled(
  { contributor, word }: Scene,
  action: string,
  pageId: number,
): Promise<boolean> {
  const [row] = await rooms.db.rows(
    sql<{
      there: boolean;
    }>`select exists (select from effect.journal where account_id = ${contributor.account_id}
      and action = ${action} and word = ${word} and ${pageId}::bigint in (0, page_id)) as there`,
  );
  return row?.there ?? false;
}

const EFFECTS = {
  create: {
    step: 'change.before-commit',
    prepare: async () => 0,
    run: async (at: Scene) => void (await create(at, at.word)),
  },
  attach: {
    step: 'change.before-commit',
    prepare: async (at: Scene) => create(at, at.ownWord),
    run: attach,
  },
  publish: {
    step: 'publish-commit.before-commit',
    prepare: async (at: Scene) => create(at, at.word),
    run: publish,
  },
} as const;

describe.each(['create', 'attach', 'publish'] as const)('%s by a contributor', (name) => {
  const { step, prepare, run } = EFFECTS[name];

  // Verifies: worlds.right-held.
  test.each([null, 'viewer'] as const)(
    'that has not committed holds the right: role %s is acknowledged after its commit',
    async (role) => {
      const at = await scene();
      const pageId = await prepare(at);
      const paused = pauseAt(step, { laterPass: true });
      let isRemoved = false;
      const effect = run(at, pageId);
      await paused.reached;
      const removal = setRole(at, role).then(async () => {
        isRemoved = true;
        return isJournalled(at, `builder.${name}`, pageId);
      });
      await until('the removal waits or ends', async () => isRemoved || (await isSomeoneWaiting()));
      expect(isRemoved).toBe(false);
      paused.release();
      // After the acknowledged removal the founder's next read shows the effect, so the effect came first.
      expect(await removal).toBe(true);
      await effect;
    },
  );

  // Verifies: worlds.right-held.
  test('is refused when a removal that it waited for commits', async () => {
    const at = await scene();
    const pageId = await prepare(at);
    const before = pauseAt(
      name === 'publish' ? 'publish-begin.after-commit' : 'change.after-plan',
      { laterPass: true },
    );
    const effect = run(at, pageId).then(
      () => 'done',
      (error: unknown) => error,
    );
    await before.reached;
    // The removal has locked the member's row without a commit when the effect reaches the row.
    const holding = Promise.withResolvers<void>();
    const removal = rooms.db.transaction({}, async (tx) => {
      await tx.rows(
        sql`delete from worlds.member where word = ${at.word} and account_id = ${at.contributor.account_id}`,
      );
      holding.resolve();
      before.release();
      await until('the effect waits or ends', isSomeoneWaiting);
    });
    await removal;
    expect(await effect).toMatchObject({ code: 'world_forbidden' });
  });
});

// Verifies: worlds.right-held.
test('a removal is acknowledged although many creates of the account hold the right one after the other', async () => {
  const at = await scene();
  const creates = Array.from({ length: 12 }, async () => {
    for (;;)
      try {
        await create(at, at.word);
      } catch (error) {
        return error;
      }
  });
  await create(at, at.word);
  await setRole(at, null);
  for (const end of await Promise.all(creates))
    expect(end).toMatchObject({ code: 'world_forbidden' });
});
