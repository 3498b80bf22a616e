import { bodyOf, putBody } from '@bridge/blobs';
import { BUILDER, WORLDS } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { armFailpoint, randomIds } from '@bridge/kernel';
import { agentCtx, startRooms, worldsModule, type Rooms } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builderModule } from './module.ts';

let rooms: Rooms;
beforeAll(async () => {
  rooms = await startRooms([worldsModule, builderModule]);
});
afterAll(() => rooms.stop());

let made = 0;
const key = (): string => `pageids-${String((made += 1)).padStart(4, '0')}`;

/** An account to which another replica has given the newest website of the cell. */
async function overtaken() {
  const ctx = agentCtx();
  const word = `${key()}-w`;
  await rooms.call(WORLDS.found, ctx, { word, idempotency_key: key() });
  const body = await putBody(rooms.blobs, randomIds, await bodyOf('<p>one</p>'));
  const create = async () => {
    const input = { title: 't', word, raw_html: body, idempotency_key: key() };
    return (await rooms.call(BUILDER.create, ctx, input)).result.website.page_id;
  };
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
  const [atStep, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const disarm = armFailpoint('change.before-commit', async (hit) => {
    if (hit > 1) return;
    atStep.resolve();
    await goOn.promise;
  });
  const first = one.create();
  await atStep.promise;
  // The first create has its id and is not committed; the second one needs a newer id as well, and gets it.
  expect(await other.create()).toBeGreaterThan(other.last);
  goOn.resolve();
  disarm();
  expect(await first).toBeGreaterThan(one.last);
});

// Verifies: storage.page-ids.
test('as many creates as there are connections each get a newer id while their transactions are open', async () => {
  const accounts = await Promise.all(Array.from({ length: 32 }, overtaken));
  const ids = await Promise.all(accounts.map(({ create }) => create()));
  ids.forEach((id, i) => expect(id).toBeGreaterThan(accounts[i]?.last ?? Infinity));
});
