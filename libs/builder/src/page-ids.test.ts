import { sql } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import {
  agentCtx,
  makeWebsite,
  makeWorld,
  pauseAt,
  startTestServices,
  worldsModule,
  type TestServices,
} from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builderModule } from './module.ts';
import { openPageIds } from './page-ids.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterAll(() => services.stop());

/**
 * Creates an account whose newest website id was allocated by another replica, so that the next id of this process is too
 * small.
 */
async function overtaken() {
  const ctx = agentCtx();
  const word = await makeWorld(services, ctx);
  const create = async () => (await makeWebsite(services, ctx, { word })).page_id;
  await create();
  const [tally] = await services.db.rows(
    sql<{ last: number }>`with drawn as (
        update builder.page_block set next = next + 100 returning next - 1 as last
      )
      update builder.tally set last_page_id = drawn.last from drawn where account_id = ${ctx.account_id}
      returning drawn.last`,
  );
  return { create, last: tally?.last ?? 0 };
}

// Verifies: storage.page-ids.
test('a create that needs a newer id holds the counter of the cell for no other create', async () => {
  const [one, other] = [await overtaken(), await overtaken()];
  const paused = pauseAt('change.before-commit', { laterPass: true });
  const first = one.create();
  await paused.reached;
  // The first create has allocated an id and is not committed. The second one, which also needs a greater id, must not wait for
  // it.
  expect(await other.create()).toBeGreaterThan(other.last);
  paused.release();
  expect(await first).toBeGreaterThan(one.last);
});

// Verifies: storage.page-ids.
test('as many creates as there are connections each get a newer id while their transactions are open', async () => {
  const accounts = await Promise.all(Array.from({ length: 32 }, overtaken));
  const ids = await Promise.all(accounts.map(({ create }) => create()));
  ids.forEach((id, i) => expect(id).toBeGreaterThan(accounts[i]?.last ?? Infinity));
});

// Verifies: storage.ids.
test.each(['next', 'newest'] as const)(
  'a database that may be an old backup assigns no id by %s, and keeps its counter',
  async (allocate) => {
    const counter = () => services.db.rows(sql`select next from builder.page_block`);
    const demandCurrent = () => {
      throw new BridgeError('service_unavailable', {});
    };
    const pageIds = openPageIds(services.db.apart, { demandCurrent });
    const before = await counter();
    await expect(pageIds[allocate]()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(await counter()).toEqual(before);
  },
);
