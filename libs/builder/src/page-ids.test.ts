import { sql } from '@bridge/db';
import {
  agentCtx,
  makeWebsite,
  makeWorld,
  pauseAt,
  startRooms,
  worldsModule,
  type Rooms,
} from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builderModule } from './module.ts';

let rooms: Rooms;
beforeAll(async () => {
  rooms = await startRooms([worldsModule, builderModule]);
});
afterAll(() => rooms.stop());

/** Creates an account in which another replica has allocated the newest website id. */
async function overtaken() {
  const ctx = agentCtx();
  const word = await makeWorld(rooms, ctx);
  const create = async () => (await makeWebsite(rooms, ctx, { word })).page_id;
  await create();
  const [tally] = await rooms.db.rows(
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
  // The first create has an id and has not committed; the second one also needs a newer id and receives it.
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
