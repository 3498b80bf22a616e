import { BUILDER, type CallPrincipal } from '@bridge/contracts';
import { sql } from '@bridge/db';
import {
  agentCtx,
  builderModule,
  makePublished,
  makeWebsite,
  newKey,
  ownerCtx,
  publisherModule,
  publishWebsite,
  type TestServices,
  startTestServices,
  worldsModule,
} from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule, publisherModule]);
});
afterAll(() => services.stop());

const setListed = async (ctx: CallPrincipal, page_id: number, listed: boolean) => {
  const input = { page_id, listed, idempotency_key: newKey() };
  return (await services.call(BUILDER.setListed, ctx, input)).result.website;
};
const person = (ctx: CallPrincipal) => ownerCtx(ctx.account_id ?? '');
/** Returns whether the row of a website in `builder.live` is marked as listed in the public overview. */
async function isLiveListed(pageId: number): Promise<boolean | undefined> {
  const [row] = await services.db.rows(
    sql<{ listed: boolean }>`select listed from builder.live where page_id = ${pageId}`,
  );
  return row?.listed;
}

test('the owner leaves a website out and puts it back, without a revision', async () => {
  const ctx = agentCtx();
  const { page_id } = await makePublished(services, ctx);
  expect(await isLiveListed(page_id)).toBe(true);
  const before = (await services.call(BUILDER.get, ctx, { page_id })).result.website;
  expect(await setListed(person(ctx), page_id, false)).toEqual({ ...before, listed: false });
  expect(await isLiveListed(page_id)).toBe(false);
  expect(await setListed(person(ctx), page_id, false)).toEqual({ ...before, listed: false });
  expect(await setListed(person(ctx), page_id, true)).toEqual(before);
  expect(await isLiveListed(page_id)).toBe(true);
});

// Verifies: overview.left-out-stays.
test('a website that was left out before its publication stays left out', async () => {
  const ctx = agentCtx();
  const { page_id } = await makeWebsite(services, ctx);
  await setListed(person(ctx), page_id, false);
  await publishWebsite(services, ctx, { page_id });
  expect(await isLiveListed(page_id)).toBe(false);
});

test('an agent and another owner do not change it', async () => {
  const ctx = agentCtx();
  const { page_id } = await makeWebsite(services, ctx);
  await expect(setListed(ctx, page_id, false)).rejects.toMatchObject({ code: 'session_required' });
  for (const id of [page_id, page_id + 1_000_000])
    await expect(setListed(ownerCtx(), id, false)).rejects.toMatchObject({
      code: 'page_not_found',
      details: { page_id: id },
    });
  await services.db.rows(sql`update builder.page set suspended = true where page_id = ${page_id}`);
  await expect(setListed(person(ctx), page_id, false)).rejects.toMatchObject({ code: 'suspended' });
});
