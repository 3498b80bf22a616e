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
  startTestServices,
  until,
  worldsModule,
  type TestServices,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderModule } from './module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterAll(() => services.stop());

/**
 * The objects of a test about the rights of members: the World of a founder, a contributor to it, and the contributor’s own
 * World and website.
 */
interface WorldRightFixture {
  readonly founder: CallPrincipal;
  readonly contributor: CallPrincipal;
  readonly word: string;
  readonly ownWord: string;
}

async function scene(): Promise<WorldRightFixture> {
  const [founder, contributor] = [ownerCtx(), agentCtx()];
  const word = await makeWorld(services, founder);
  const ownWord = await makeWorld(services, contributor);
  const all = { founder, contributor, word, ownWord };
  await joinWorld(services.call, founder, contributor.account_id ?? '', {
    word,
    role: 'contributor',
  });
  return all;
}
async function setRole(
  { founder, contributor, word }: WorldRightFixture,
  role: 'viewer' | null,
): Promise<void> {
  const member = contributor.account_id ?? '';
  await services.call(WORLDS.membersSet, founder, { word, member, role });
}
const create = async ({ contributor }: WorldRightFixture, word: string): Promise<number> =>
  (await makeWebsite(services, contributor, { word })).page_id;
async function attach({ contributor, word }: WorldRightFixture, pageId: number): Promise<void> {
  const input = { page_id: pageId, expected_revision: 1, word, idempotency_key: newKey() };
  await services.call(BUILDER.attach, contributor, input);
}
const publish = ({ contributor }: WorldRightFixture, page_id: number): Promise<void> =>
  publishDraft(services, contributor, { page_id });

/** Returns true when a connection to the test’s database waits for a lock. */
async function isSomeoneWaiting(): Promise<boolean> {
  const [row] = await services.db.rows(
    sql<{ waits: boolean }>`select exists (select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock') as waits`,
  );
  return row?.waits ?? false;
}

/** Returns true when the journal has a row of this action for the website; with the id 0, for any website of the account. */
async function isJournalled(
  { contributor, word }: WorldRightFixture,
  action: string,
  pageId: number,
): Promise<boolean> {
  const [row] = await services.db.rows(
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
    run: async (at: WorldRightFixture) => void (await create(at, at.word)),
  },
  attach: {
    step: 'change.before-commit',
    prepare: async (at: WorldRightFixture) => create(at, at.ownWord),
    run: attach,
  },
  publish: {
    step: 'publish-commit.before-commit',
    prepare: async (at: WorldRightFixture) => create(at, at.word),
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
      // When the removal of the member was acknowledged, the journal already had the row of `effect`: `effect` was committed
      // first.
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
    // When `effect` tries to lock the member’s row, the transaction that removes the member has locked this row and is not
    // committed yet.
    const holding = Promise.withResolvers<void>();
    const removal = services.db.transaction({}, async (tx) => {
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
