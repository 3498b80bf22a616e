import { WORLDS } from '@bridge/contracts';
import { sql } from '@bridge/db';
import {
  atStep,
  builderModule,
  crashAt,
  describeOnStores,
  joinWorld,
  ownerCtx,
  worldsModule,
  type GatewayTestRig,
} from '@bridge/testing';
import { expect, test } from 'vitest';

const LARGE = 'x'.repeat(300_000);
const QUOTA_BYTES = 20 * 1024 ** 3;

let made = 0;
const unique = (): string => `bodies-${String((made += 1)).padStart(4, '0')}`;

/** Creates an owner with a key and a World; returns functions that call actions with bodies of 300 kB. */
async function stage(rig: GatewayTestRig) {
  const { accountId, email } = await rig.owner();
  const key = await rig.key(undefined, email);
  const word = await rig.world(key);
  const act = (action: string, payload: object) => rig.act(key, { action, payload });
  return {
    accountId,
    word,
    act,
    create: (more: object = {}) =>
      act('builder.create', {
        title: 't',
        word,
        raw_html: LARGE,
        idempotency_key: unique(),
        ...more,
      }),
    patch: (page: number, revision: number, more: object = {}) =>
      act('builder.patch', {
        page_id: page,
        expected_revision: revision,
        idempotency_key: unique(),
        patch_ops: [{ op: 'replace_text', old: 'one', new: `two${LARGE}` }],
        ...more,
      }),
  };
}

/** Returns the objects that calls left in the blob store, and the number of open admissions (permissions to store a body). */
async function left({
  services,
}: GatewayTestRig): Promise<{ objects: string[]; admissions: number }> {
  const objects: string[] = [];
  for (const folder of ['body/', 'ingest/'])
    for await (const { key } of services.blobs.list(folder)) objects.push(key);
  const [row] = await services.db.rows(
    sql<{ n: number }>`select count(*) as n from builder.admission`,
  );
  return { objects, admissions: row?.n ?? -1 };
}

function suite(opened: () => GatewayTestRig): void {
  // Verifies: storage.refused.
  test('a refused large create leaves no object in the store', async () => {
    const rig = opened();
    const one = await stage(rig);
    const other = await stage(rig);
    const before = await left(rig);
    const refused = async (code: string, more: object): Promise<void> => {
      expect((await one.create(more)).json.error).toMatchObject({ code });
      expect(await left(rig)).toEqual(before);
    };
    await refused('world_not_found', { word: 'no-such-world' });
    await refused('world_forbidden', { word: other.word });
    const tally = (set: string) =>
      rig.services.db.rows(
        sql`insert into builder.tally values (${one.accountId}, 0, 0, 1)
          on conflict (account_id) do update set ${sql.raw(set)}`,
      );
    await tally('bytes = 0');
    await tally(`bytes = ${QUOTA_BYTES - LARGE.length}`);
    await refused('quota_exceeded', { raw_html: `${LARGE}x` });
    await tally('bytes = 0, websites = 100000');
    await refused('quota_exceeded', {});
  });

  // Verifies: storage.refused.
  test('a refused large patch leaves no object in the store, also when its transaction refuses', async () => {
    const rig = opened();
    const one = await stage(rig);
    const { page_id: page } = (await one.create({ raw_html: 'one' })).json.result.website;
    const before = await left(rig);
    const refused = async (code: string, answer: ReturnType<typeof one.patch>): Promise<void> => {
      expect((await answer).json.error).toMatchObject({ code });
      expect(await left(rig)).toEqual(before);
    };
    await refused('page_not_found', one.patch(page + 1_000_000, 1));
    await refused('revision_conflict', one.patch(page, 2));
    const missing = [{ op: 'replace_text', old: 'nowhere', new: LARGE }];
    await refused('patch_no_match', one.patch(page, 1, { patch_ops: missing }));
    // The website is suspended after the body was stored, so only the transaction of the change can refuse the call.
    const disarm = atStep('change.after-plan', async () => {
      await rig.services.db.rows(
        sql`update builder.page set suspended = true where page_id = ${page}`,
      );
    });
    await refused('suspended', one.patch(page, 1));
    disarm();
  });

  // Verifies: storage.replayed.
  test('a large call repeated with its key gets the first result and stores nothing more', async () => {
    const rig = opened();
    const one = await stage(rig);
    const create = { idempotency_key: unique() };
    const first = await one.create(create);
    const { page_id: page } = first.json.result.website;
    const before = await left(rig);
    const again = await one.create(create);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(again.json.result).toEqual(first.json.result);
    const mismatch = await one.create({ ...create, raw_html: `${LARGE}y` });
    expect(mismatch.json.error).toMatchObject({ code: 'idempotency_mismatch' });
    expect(await left(rig)).toEqual(before);
    const patch = {
      idempotency_key: unique(),
      patch_ops: [{ op: 'replace_text', old: LARGE, new: 'small' }],
    };
    const patched = await one.patch(page, 1, patch);
    expect(patched.json.result).toMatchObject({ applied: 1 });
    expect((await one.patch(page, 1, patch)).json.result).toEqual(patched.json.result);
    expect(await left(rig)).toEqual(before);
  });

  // Verifies: storage.replayed.
  test('of large twins one object stays', async () => {
    const rig = opened();
    const one = await stage(rig);
    const before = await left(rig);
    const create = { idempotency_key: unique() };
    const twins = await Promise.all([1, 2, 3, 4].map(() => one.create(create)));
    const pages = twins.map(({ json }) => json.result.website.page_id);
    expect(new Set(pages).size).toBe(1);
    const after = await left(rig);
    expect(after.objects).toHaveLength(before.objects.length + 1);
    expect(after.admissions).toBe(before.admissions);
  });

  // Verifies: storage.counted.
  test('bodies in flight and bodies not adopted yet count against the account', async () => {
    const rig = opened();
    const one = await stage(rig);
    await rig.services.db.rows(sql`insert into builder.admission (account_id, object, bytes) values
      (${one.accountId}, 'body/00000000000000000000000001', ${QUOTA_BYTES})`);
    expect((await one.create()).json.error).toMatchObject({
      code: 'quota_exceeded',
      details: { quota: 'stored bytes' },
    });
    await rig.services.db.rows(
      sql`delete from builder.admission where account_id = ${one.accountId}`,
    );
    expect((await one.create()).status).toBe(200);
  });

  // Verifies: storage.unknown.
  test('a call whose outcome is unknown keeps its body', async () => {
    const rig = opened();
    const one = await stage(rig);
    const before = await left(rig);
    const revive = crashAt('change.after-commit');
    const create = { idempotency_key: unique() };
    expect((await one.create(create)).json.error).toMatchObject({ outcome: 'unknown' });
    revive();
    expect((await left(rig)).objects).toHaveLength(before.objects.length + 1);
    const { page_id: page } = (await one.create(create)).json.result.website;
    const read = await one.act('builder.get', { page_id: page });
    expect(read.json.result.raw_html).toBe(LARGE);
  });

  // Verifies: storage.refused.
  test('a right that is removed between admission and effect refuses the create, and its body is removed', async () => {
    const rig = opened();
    const founder = await stage(rig);
    const guest = await stage(rig);
    const asFounder = ownerCtx(founder.accountId);
    const member = guest.accountId;
    const { word } = founder;
    await joinWorld(rig.services.call, asFounder, member, { word, role: 'contributor' });
    const before = await left(rig);
    const disarm = atStep('change.after-plan', async () => {
      await rig.services.call(WORLDS.membersSet, asFounder, { word, member, role: null });
    });
    const answer = await guest.create({ word: founder.word });
    disarm();
    expect(answer.json.error).toMatchObject({ code: 'world_forbidden' });
    expect(await left(rig)).toEqual(before);
  });
}

describeOnStores('a large body', [worldsModule, builderModule], suite);
