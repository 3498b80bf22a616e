import { BUILDER, LIMITS, type CallPrincipal } from '@bridge/contracts';
import { sql, verifyJournal, type SqlStatementRunner } from '@bridge/db';
import {
  agentCtx,
  beginPublication,
  crashAt,
  fillSnapshots,
  makeWebsite,
  newKey,
  ownerCtx,
  patchDraft,
  pauseAt,
  publicCtx,
  publishDraft,
  putAdmitted,
  readDraft,
  sampleCommit,
  startTestServices,
  testBase,
  worldsModule,
  type TestServices,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderModule } from '../module.ts';
import { namedObjects } from '../sweep/named-objects.ts';
import { unmarkDeleted } from './deletion.store.ts';
import { purgeDue } from './purge-due.ts';
import { purgePointer } from './purge.store.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterAll(() => services.stop());

const DAY_MS = 86_400_000;
const LARGE = 'x'.repeat(300_000);

const begin = (agent: CallPrincipal, page_id: number) =>
  beginPublication(services, agent, { page_id });
async function start({ html = '<p>one</p>', published = true } = {}) {
  const agent = agentCtx();
  const owner = ownerCtx(agent.account_id ?? '');
  const { page_id } = await makeWebsite(services, agent, { html });
  if (published) await publishDraft(services, agent, { page_id });
  return { agent, owner, page_id };
}
const remove = (owner: CallPrincipal, page_id: number, revision = 1, key = newKey()) =>
  services.call(BUILDER.delete, owner, {
    page_id,
    expected_revision: revision,
    idempotency_key: key,
  });
const undo = (owner: CallPrincipal, page_id: number, revision = 1, key = newKey()) =>
  services.call(BUILDER.undelete, owner, {
    page_id,
    expected_revision: revision,
    idempotency_key: key,
  });
const live = async (page_id: number) =>
  (await services.call(BUILDER.live, publicCtx, { page_id })).result;
const listed = async (owner: CallPrincipal) =>
  (await services.call(BUILDER.deleted, owner, {})).result.websites;
const notFound = expect.objectContaining({ code: 'page_not_found' });
const letItBeDue = (page_id: number) =>
  services.db.rows(
    sql`update builder.page set purge_at = now() - interval '1 second' where page_id = ${page_id}`,
  );

/** Runs one pass of the purge. Returns the number of purged websites and the log entries of failed purges. */
async function purge(rowsAtOnce?: number) {
  const failed: unknown[] = [];
  const { log, stopping } = testBase();
  const warn = (facts: unknown): void => void failed.push(facts);
  const options = rowsAtOnce === undefined ? {} : { rowsAtOnce };
  const purged = await purgeDue({ db: services.db, log: { ...log, warn }, stopping, ...options });
  return { purged, failed };
}

describe('a deleted website', () => {
  // Verifies: editor.delete, editor.deleted.
  test('is gone for agents, lists and the public, and its owner sees when it ends', async () => {
    const { agent, owner, page_id } = await start();
    const key = newKey();
    const first = await remove(owner, page_id, 1, key);
    const endsAt = Date.parse(first.result.purge_at);
    expect(Math.abs(endsAt - Date.now() - LIMITS.deletedKeptDays * DAY_MS)).toBeLessThan(60_000);
    expect(await remove(owner, page_id, 1, key)).toEqual({ ...first, replayed: true });
    expect(await live(page_id)).toMatchObject({ state: 'gone', version: 2 });
    const input = { page_id, expected_revision: 1, idempotency_key: newKey() };
    const calls = await Promise.allSettled([
      services.call(BUILDER.get, agent, { page_id }),
      services.call(BUILDER.clear, agent, input),
      services.call(BUILDER.pagesGet, agent, { page_id }),
      services.call(BUILDER.revisions, owner, { page_id, before: null, limit: 1 }),
      services.call(BUILDER.rename, owner, { page_id, title: 'x', idempotency_key: newKey() }),
      services.call(BUILDER.unsavedPut, owner, { page_id, base_revision: 1, seq: 0, title: 'x' }),
      begin(agent, page_id),
      remove(owner, page_id),
    ]);
    for (const one of calls) expect(one).toEqual({ status: 'rejected', reason: notFound });
    expect((await services.call(BUILDER.list, agent, {})).result.websites).toEqual([]);
    expect((await services.call(BUILDER.pagesList, agent, {})).result.pages).toEqual([]);
    expect(
      (await services.call(BUILDER.ownPages, owner, { state: 'published' })).result.websites,
    ).toEqual([]);
    const sought = { q: String(page_id), limit: 5 };
    expect((await services.call(BUILDER.search, owner, sought)).result.hits).toEqual([]);
    expect(await listed(owner)).toMatchObject([{ page_id, published: true, draft_revision: 1 }]);
    expect(await listed(ownerCtx())).toEqual([]);
    const preview = { page_id, revision: 1 };
    expect((await services.call(BUILDER.preview, publicCtx, preview)).result.draft).toBeNull();
  });

  // Verifies: editor.delete.
  test('that was never published stays unknown to the public; a key or a stale owner deletes nothing', async () => {
    const { agent, owner, page_id } = await start({ published: false });
    await expect(remove(agent, page_id)).rejects.toMatchObject({ code: 'session_required' });
    await expect(remove(owner, page_id, 2)).rejects.toMatchObject({ code: 'revision_conflict' });
    await remove(owner, page_id);
    expect(await live(page_id)).toEqual({ state: 'none', version: 0 });
    expect(await listed(owner)).toMatchObject([{ page_id, published: false }]);
  });

  // Verifies: editor.delete, editor.purge.
  test('that was private answers as one that never was, also when it is purged', async () => {
    const { owner, page_id } = await start();
    const hide = { page_id, visibility: 'private', idempotency_key: newKey() } as const;
    await services.call(BUILDER.setVisibility, owner, hide);
    await remove(owner, page_id);
    expect(await live(page_id)).toMatchObject({ state: 'none' });
    await letItBeDue(page_id);
    await purge();
    expect(await live(page_id)).toEqual({ state: 'none', version: 0 });
  });

  // Verifies: editor.undelete.
  test('is restored as it was: draft, edits, visibility and snapshots', async () => {
    const { agent, owner, page_id } = await start();
    const visibility = 'unlisted';
    await services.call(BUILDER.setVisibility, owner, {
      page_id,
      visibility,
      idempotency_key: newKey(),
    });
    const raw_html = await putAdmitted(services, owner, LARGE);
    await services.call(BUILDER.unsavedPut, owner, { page_id, base_revision: 1, seq: 0, raw_html });
    const before = await readDraft(services, agent, page_id);
    const publicBefore = await live(page_id);
    await remove(owner, page_id);
    await expect(undo(owner, page_id, 2)).rejects.toMatchObject({ code: 'revision_conflict' });
    await expect(undo(ownerCtx(), page_id)).rejects.toEqual(notFound);
    const key = newKey();
    const back = await undo(owner, page_id, 1, key);
    expect(await undo(owner, page_id, 1, key)).toEqual({ ...back, replayed: true });
    expect(await readDraft(services, agent, page_id)).toEqual(before);
    expect(await live(page_id)).toEqual({ ...publicBefore, version: 4 });
    const edits = await services.call(BUILDER.unsavedGet, owner, { page_id, with_texts: true });
    expect(edits.result.raw_html).toEqual(raw_html);
    await expect(undo(owner, page_id)).rejects.toEqual(notFound);
    const rows = await services.db.rows(
      sql`select action, actor from effect.journal where page_id = ${page_id} order by seq desc limit 2`,
    );
    expect(rows).toEqual([
      { action: 'builder.undelete', actor: 'owner' },
      { action: 'builder.delete', actor: 'owner' },
    ]);
    expect(await verifyJournal(services.db)).toEqual([]);
  });

  test('that an operator suspended is refused as suspended and can be restored afterwards', async () => {
    const { owner, page_id } = await start();
    await remove(owner, page_id);
    const suspend = (on: boolean) =>
      services.db.rows(
        sql`update builder.page set suspended = ${on}::boolean where page_id = ${page_id}`,
      );
    await suspend(true);
    await expect(undo(owner, page_id)).rejects.toMatchObject({ code: 'suspended' });
    await suspend(false);
    await undo(owner, page_id);
  });

  test('whose public side an operator removed is not shown again by its owner', async () => {
    const { owner, page_id } = await start();
    await services.db.rows(sql`update builder.live set gone = true where page_id = ${page_id}`);
    await remove(owner, page_id);
    await undo(owner, page_id);
    expect(await live(page_id)).toMatchObject({ state: 'gone' });
  });
});

describe('a deletion at the same moment as', () => {
  // Verifies: editor.delete-race.
  test('the commit of a publication leaves nothing live, whichever is first', async () => {
    for (const first of ['delete', 'commit'] as const) {
      const { agent, owner, page_id } = await start({ published: false });
      const begun = await begin(agent, page_id);
      const commit = () => services.call(BUILDER.publishCommit, agent, sampleCommit(begun));
      const held = pauseAt(
        first === 'delete' ? 'change.after-apply' : 'publish-commit.after-pointer',
      );
      const leading = first === 'delete' ? remove(owner, page_id) : commit();
      await held.reached;
      const following = first === 'delete' ? commit() : remove(owner, page_id);
      held.release();
      const outcomes = await Promise.allSettled([leading, following]);
      expect(outcomes[0].status).toBe('fulfilled');
      expect((await live(page_id)).state).toBe(first === 'delete' ? 'none' : 'gone');
      if (first === 'delete') expect(outcomes[1]).toMatchObject({ reason: notFound });
    }
  });

  // Verifies: editor.delete-race.
  test('a patch: both are done one after the other, or one is refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { agent, owner, page_id } = await start();
      const [removed, patched] = await Promise.allSettled([
        remove(owner, page_id),
        patchDraft(services, agent, { page_id, revision: 1 }, [{ old: 'one', new: 'two' }]),
      ]);
      const statuses = [removed.status, patched.status].toSorted();
      expect(statuses).toEqual(['fulfilled', 'rejected']);
      expect((await live(page_id)).state).toBe(removed.status === 'fulfilled' ? 'gone' : 'live');
    }
  });

  // Verifies: editor.delete-race.
  test('the end of its process is done once by the repeated call', async () => {
    const { owner, page_id } = await start();
    const key = newKey();
    const alive = crashAt('change.after-apply');
    await expect(remove(owner, page_id, 1, key)).rejects.toBeDefined();
    alive();
    expect(await live(page_id)).toMatchObject({ state: 'live' });
    await remove(owner, page_id, 1, key);
    expect(await live(page_id)).toMatchObject({ state: 'gone', version: 2 });
  });
});

describe('the purge of a deleted website', () => {
  const rowsOf = async (page_id: number): Promise<number> => {
    const [row] = await services.db.rows(
      sql<{ n: number }>`select (select count(*) from builder.page where page_id = ${page_id})
        + (select count(*) from builder.revision where page_id = ${page_id})
        + (select count(*) from builder.publication where page_id = ${page_id})
        + (select count(*) from builder.snapshot where page_id = ${page_id})
        + (select count(*) from builder.live where page_id = ${page_id})
        + (select count(*) from builder.unsaved where page_id = ${page_id})
        + (select count(*) from builder.page_home where page_id = ${page_id}) as n`,
    );
    return row?.n ?? -1;
  };
  const tallyOf = async (owner: CallPrincipal) =>
    (
      await services.db.rows(
        sql`select websites, bytes, unsaved_bytes from builder.tally where account_id = ${owner.account_id}`,
      )
    )[0];

  // Verifies: editor.purge.
  test('removes its contents, frees its quota, and answers 410 for ever', async () => {
    const { agent, owner, page_id } = await start({ html: LARGE });
    const { raw_html } = await readDraft(services, agent, page_id);
    for (let revision = 1; revision < 8; revision += 1)
      await services.call(BUILDER.save, owner, {
        page_id,
        expected_revision: revision,
        seq: 0,
        raw_html: await putAdmitted(services, owner, `revision ${revision}`),
        idempotency_key: newKey(),
      });
    const edits = await putAdmitted(services, owner, 'edits');
    const put = { page_id, base_revision: 8, seq: 0, raw_html: edits };
    await services.call(BUILDER.unsavedPut, owner, put);
    await remove(owner, page_id, 8);
    expect(await purge()).toEqual({ purged: 0, failed: [] });
    const [publication] = await services.db.rows(
      sql<{
        id: string;
      }>`select publication_id as id from builder.publication where page_id = ${page_id}`,
    );
    await letItBeDue(page_id);
    await expect(undo(owner, page_id, 8)).rejects.toEqual(notFound);
    // The process ended after the first step of the purge: the website is still due for its purge and its address answers 410.
    await purgePointer(services.db, { account_id: owner.account_id ?? '', page_id });
    expect(await live(page_id)).toEqual({ state: 'gone', version: 3 });
    expect(await purge(3)).toEqual({ purged: 1, failed: [] });
    expect(await rowsOf(page_id)).toBe(0);
    expect(await tallyOf(owner)).toEqual({ websites: 0, bytes: 0, unsaved_bytes: 0 });
    expect(await live(page_id)).toEqual({ state: 'gone', version: 3 });
    const objects = 'object' in raw_html ? [raw_html.object] : [];
    expect(objects).toHaveLength(1);
    expect(await namedObjects(services.db, objects)).toEqual(new Set());
    const ids = { publication_ids: [publication?.id ?? ''] };
    expect((await services.call(BUILDER.publicationsState, publicCtx, ids)).result.states).toEqual([
      { publication_id: publication?.id, state: 'abandoned' },
    ]);
    const journal = await services.db.rows(
      sql`select 1 from effect.journal where page_id = ${page_id}`,
    );
    expect(journal.length).toBeGreaterThan(8);
    const again = await makeWebsite(services, agent);
    expect(again.page_id).toBeGreaterThan(page_id);
  });

  // Verifies: editor.purge.
  test('leaves a draft that was never public unknown, and a website that is not due untouched', async () => {
    const [draft, kept] = [await start({ published: false }), await start()];
    await remove(draft.owner, draft.page_id);
    await remove(kept.owner, kept.page_id);
    await letItBeDue(draft.page_id);
    await Promise.all([purge(), purge()]);
    expect(await rowsOf(draft.page_id)).toBe(0);
    expect(await live(draft.page_id)).toEqual({ state: 'none', version: 0 });
    await undo(kept.owner, kept.page_id);
    expect(await live(kept.page_id)).toMatchObject({ state: 'live' });
    expect(await tallyOf(draft.owner)).toMatchObject({ websites: 0 });
  });

  // Verifies: editor.purge.
  test('is not undone by a restore that began before it and waited for it', async () => {
    const { owner, page_id } = await start();
    const accountId = owner.account_id ?? '';
    await remove(owner, page_id);
    const isRestored = await services.db.transaction({}, async (tx) => {
      await services.db.rows(
        sql`update builder.page set purge_at = clock_timestamp() where page_id = ${page_id}`,
      );
      await purgePointer(services.db, { account_id: accountId, page_id });
      return unmarkDeleted(tx, { accountId, pageId: page_id, expectedRevision: 1 });
    });
    expect(isRestored).toBe(false);
    expect(await purge()).toMatchObject({ purged: 1 });
  });

  // Verifies: editor.purge.
  test('of thousands of publications removes a bounded number of rows with each statement', async () => {
    const { owner, page_id } = await start();
    const accountId = owner.account_id ?? '';
    await fillSnapshots(services.db, { accountId, pageId: page_id }, 40);
    await remove(owner, page_id);
    await letItBeDue(page_id);
    const counts: number[] = [];
    const db: SqlStatementRunner = {
      rows: async (...args) => {
        const before = await rowsOf(page_id);
        const rows = await services.db.rows(...args);
        counts.push(before - (await rowsOf(page_id)));
        return rows;
      },
    };
    const { log, stopping } = testBase();
    expect(await purgeDue({ db, log, stopping, rowsAtOnce: 7 })).toBe(1);
    expect(await rowsOf(page_id)).toBe(0);
    expect(Math.max(...counts)).toBeLessThanOrEqual(7);
  });

  // Verifies: editor.purge.
  test('that fails is logged, does not keep other websites from theirs, and is done by a later pass', async () => {
    const [stuck, other] = [await start(), await start()];
    await services.db.rows(sql`create table builder.stuck (account_id text, page_id bigint,
      foreign key (account_id, page_id) references builder.page (account_id, page_id))`);
    await services.db.rows(
      sql`insert into builder.stuck values (${stuck.owner.account_id}, ${stuck.page_id})`,
    );
    for (const { owner, page_id } of [stuck, other]) {
      await remove(owner, page_id);
      await letItBeDue(page_id);
    }
    const { page_id } = stuck;
    expect(await purge()).toMatchObject({ purged: 1, failed: [{ page_id }] });
    expect(await rowsOf(other.page_id)).toBe(0);
    await services.db.rows(sql`drop table builder.stuck`);
    expect(await purge()).toEqual({ purged: 1, failed: [] });
    expect(await rowsOf(page_id)).toBe(0);
  });
});
