import { onHint } from '@bridge/bus';
import {
  BUILDER,
  WORLDS,
  hintLive,
  LIMITS,
  type CallPrincipal,
  type WireInput,
} from '@bridge/contracts';
import { sql, verifyJournal } from '@bridge/db';
import { silentLogger } from '@bridge/kernel';
import {
  agentCtx,
  askPublication,
  beginPublication,
  type BegunPublication,
  errorWith,
  joinWorld,
  makeWebsite,
  makeWorld,
  newKey,
  ownerCtx,
  patchDraft,
  publicCtx,
  type TestServices,
  sampleCommit,
  startTestServices,
  until,
  worldsModule,
} from '@bridge/testing';
import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderModule } from '../module.ts';
import { sweepPublications } from '../sweep/sweep-publications.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterAll(() => services.stop());

const website = (ctx: CallPrincipal, html?: string) =>
  makeWebsite(services, ctx, { title: 'Ä title', ...(html === undefined ? {} : { html }) });
const edit = async (
  ctx: CallPrincipal,
  page_id: number,
  revision: number,
  old: string,
  now: string,
) => (await patchDraft(services, ctx, { page_id, revision }, [{ old, new: now }])).result.website;
const begin = (ctx: CallPrincipal, page_id: number, revision: number, key?: string) =>
  askPublication(services, ctx, { page_id, revision, ...(key === undefined ? {} : { key }) });
const go = (ctx: CallPrincipal, page_id: number, revision: number, key = newKey()) =>
  beginPublication(services, ctx, { page_id, revision, key });
/** Returns the message with which the publisher commits this publication. The snapshot id is derived from `content`. */
function report(
  begun: BegunPublication,
  content: string,
  over: Partial<WireInput<typeof BUILDER.publishCommit>> = {},
): WireInput<typeof BUILDER.publishCommit> {
  const sha256 = hash('sha256', content);
  const object = (kind: string) => ({
    object: `snap/${begun.publication_id}/${kind}`,
    bytes: 10,
    sha256,
  });
  const id = [...sha256]
    .map((digit) => 'abcdefghijklmnop'.charAt(Number.parseInt(digit, 16)))
    .join('');
  return {
    ...sampleCommit(begun),
    snapshot_id: `sn_${id.slice(0, 26)}`,
    publication_mode: 'portable',
    offline_ready: true,
    page: object('page'),
    variants: { br: object('br'), gzip: null },
    archive: { ...object('zip'), filename: 'site.zip' },
    ...over,
  };
}
const commit = (ctx: CallPrincipal, made: WireInput<typeof BUILDER.publishCommit>) =>
  services.call(BUILDER.publishCommit, ctx, made);
async function publish(ctx: CallPrincipal, pageId: number, revision: number, content: string) {
  return (await commit(ctx, report(await go(ctx, pageId, revision), content))).result;
}
const live = async (pageId: number) =>
  (await services.call(BUILDER.live, publicCtx, { page_id: pageId })).result;
const stateOf = async (id: string) =>
  (await services.call(BUILDER.publicationsState, publicCtx, { publication_ids: [id] })).result
    .states[0]?.state;
const used = (ctx: CallPrincipal, idempotencyKey: string) =>
  services.db.rows(
    sql`select 1 from effect.idempotency where account_id = ${ctx.account_id} and key = ${idempotencyKey}`,
  );
/** Makes the lease of a publication end this many seconds ago, as if its worker had stopped. */
const silent = (id: string, seconds: number) =>
  services.db
    .rows(sql`update builder.publication set lease_until = now() - make_interval(secs => ${seconds})
    where publication_id = ${id}`);

describe('publishing', () => {
  test('makes the revision visible with its snapshot and archive, and broadcasts a hint', async () => {
    const ctx = agentCtx();
    const { page_id, word } = await website(ctx);
    const heard: number[] = [];
    const hints = onHint(services.driver, hintLive, silentLogger, ({ page_id: id, v }) => {
      if (id === page_id) heard.push(v);
    });
    expect(await live(page_id)).toEqual({ state: 'none', version: 0 });
    const begun = await go(ctx, page_id, 1);
    expect(begun).toMatchObject({ attempt: 1, page_id, revision: 1, title: 'Ä title', word });
    expect(await live(page_id)).toEqual({ state: 'none', version: 0 });
    expect(await stateOf(begun.publication_id)).toBe('pending');
    const { result } = await commit(ctx, report(begun, 'one'));
    expect(result).toMatchObject({
      website: {
        state: 'published',
        visibility: 'public',
        draft_revision: 1,
        published_revision: 1,
        has_unpublished_changes: false,
        live_url: `http://p${page_id}.localhost:4001/`,
        snapshot: { revision: 1, publication_mode: 'portable', offline_ready: true },
      },
      publication_mode: 'portable',
      offline_ready: true,
      archive: { bytes: 10, filename: 'site.zip', media_type: 'application/zip' },
      unchanged: false,
    });
    expect(result.archive?.url).toBe(result.website.snapshot?.archive_url);
    expect(await live(page_id)).toMatchObject({
      state: 'live',
      version: 1,
      visibility: 'public',
      snapshot: { word, revision: 1 },
    });
    expect(await stateOf(begun.publication_id)).toBe('committed');
    expect((await services.call(BUILDER.get, ctx, { page_id })).result.website).toEqual(
      result.website,
    );
    await until('the hint to arrive', () => heard.includes(1));
    await hints.drain();
  });

  test('the published artifact survives later patches, a clear and a move', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    await publish(ctx, page_id, 1, 'one');
    const before = await live(page_id);
    expect(await edit(ctx, page_id, 1, 'one', 'two')).toMatchObject({
      state: 'published',
      has_unpublished_changes: true,
    });
    const clear = { page_id, expected_revision: 2, idempotency_key: newKey() };
    const { result } = await services.call(BUILDER.clear, ctx, clear);
    expect(result.website).toMatchObject({ state: 'published', chars: 0, published_revision: 1 });
    expect(await live(page_id)).toEqual(before);
    await expect(begin(ctx, page_id, 3)).rejects.toMatchObject(
      errorWith('empty_draft', { page_id }),
    );
  });

  // Verifies: publishing.unpublished-changes.
  test('unchanged content keeps the first snapshot and its date; only published_revision moves', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const first = await publish(ctx, page_id, 1, 'one');
    expect(await edit(ctx, page_id, 1, 'one', 'other')).toMatchObject({
      has_unpublished_changes: true,
    });
    // The draft has the published text again. The revision is new, but there is no unpublished change.
    expect(await edit(ctx, page_id, 2, 'other', 'one')).toMatchObject({
      draft_revision: 3,
      published_revision: 1,
      has_unpublished_changes: false,
    });
    const begun = await go(ctx, page_id, 3);
    const again = (await commit(ctx, report(begun, 'one'))).result;
    expect(again.unchanged).toBe(true);
    expect(again.website.snapshot).toEqual(first.website.snapshot);
    expect(again.archive).toEqual(first.archive);
    expect(again.website).toMatchObject({ published_revision: 3, has_unpublished_changes: false });
    // The snapshot of the first publication was reused, so the objects of this attempt are not needed and the sweep may remove
    // them.
    expect(await stateOf(begun.publication_id)).toBe('abandoned');
    const changed = await publish(
      ctx,
      page_id,
      (await edit(ctx, page_id, 3, 'one', 'two')).draft_revision,
      'two',
    );
    expect(changed.unchanged).toBe(false);
    const back = await publish(
      ctx,
      page_id,
      (await edit(ctx, page_id, 4, 'two', 'one')).draft_revision,
      'one',
    );
    expect(back).toMatchObject({
      unchanged: false,
      website: { snapshot: { snapshot_id: first.website.snapshot?.snapshot_id } },
    });
    const { result } = await services.call(BUILDER.snapshots, publicCtx, {
      page_id,
      snapshot_id: null,
    });
    expect(result.snapshots.map(({ revision }) => revision)).toEqual([4, 1]);
    const one = await services.call(BUILDER.snapshots, publicCtx, {
      page_id,
      snapshot_id: first.website.snapshot?.snapshot_id ?? null,
    });
    expect(one.result.snapshots).toHaveLength(1);
  });

  test('an online result has no archive', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const online = { publication_mode: 'online', offline_ready: false, archive: null } as const;
    const { result } = await commit(ctx, report(await go(ctx, page_id, 1), 'x', online));
    expect(result).toMatchObject({
      publication_mode: 'online',
      offline_ready: false,
      archive: null,
    });
    expect(result.website.snapshot?.archive_url).toBeNull();
  });

  test('requires the website, its World and its revision', async () => {
    const [owner, friend] = [ownerCtx(), agentCtx()];
    const word = await makeWorld(services, owner);
    const member = friend.account_id ?? '';
    await joinWorld(services.call, owner, member, { word, role: 'contributor' });
    const { page_id } = await makeWebsite(services, friend, { word });
    await expect(begin(owner, page_id, 1)).rejects.toMatchObject(errorWith('page_not_found'));
    await expect(begin(friend, page_id, 2)).rejects.toMatchObject(
      errorWith('revision_conflict', { expected_revision: 2, current_revision: 1 }),
    );
    const begun = await go(friend, page_id, 1);
    await services.call(WORLDS.membersSet, owner, { word, member, role: null });
    await expect(begin(friend, page_id, 1)).rejects.toMatchObject(
      errorWith('world_forbidden', { word }),
    );
    // The commit checks the right to publish again, before the publication becomes visible.
    await expect(commit(friend, report(begun, 'x'))).rejects.toMatchObject(
      errorWith('world_forbidden'),
    );
    expect(await live(page_id)).toMatchObject({ state: 'none' });
    expect(await stateOf(begun.publication_id)).toBe('abandoned');
  });
});

describe('a publication takes effect once', () => {
  test('repeated with its key it returns the stored response, also after the draft has changed', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const own = newKey();
    const begun = await go(ctx, page_id, 1, own);
    const { result, replayed } = await commit(ctx, report(begun, 'one'));
    expect(replayed).toBe(false);
    expect(await commit(ctx, report(begun, 'one'))).toEqual({ result, replayed: true });
    await edit(ctx, page_id, 1, 'one', 'two');
    expect((await begin(ctx, page_id, 1, own)).result).toEqual({
      state: 'replay',
      response: result,
    });
    await expect(begin(ctx, page_id, 2, own)).rejects.toMatchObject(
      errorWith('idempotency_mismatch'),
    );
    const rows = await services.db.rows(sql`select 1 from effect.journal
      where account_id = ${ctx.account_id} and action = 'builder.publish'`);
    expect(rows).toHaveLength(1);
  });

  test('a twin waits for the running call and gets its response', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const own = newKey();
    const begun = await go(ctx, page_id, 1, own);
    const twin = begin(ctx, page_id, 1, own);
    const { result } = await commit(ctx, report(begun, 'one'));
    expect((await twin).result).toEqual({ state: 'replay', response: result });
  });

  // Verifies: idempotency.twin-wait.
  test('a twin that waited too long is refused with a retry', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const own = newKey();
    await begin(ctx, page_id, 1, own);
    await expect(begin(ctx, page_id, 1, own)).rejects.toMatchObject({
      code: 'idempotency_in_progress',
      retryAfterS: 1,
    });
  });

  test('after its lease another worker takes over, and the first one is fenced', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const own = newKey();
    const first = await go(ctx, page_id, 1, own);
    await silent(first.publication_id, 1);
    const second = await go(ctx, page_id, 1, own);
    expect(second).toMatchObject({ publication_id: first.publication_id, attempt: 2 });
    await expect(commit(ctx, report(first, 'one'))).rejects.toMatchObject(
      errorWith('idempotency_in_progress'),
    );
    const abandon = { publication_id: first.publication_id, attempt: 1 };
    expect((await services.call(BUILDER.publishAbandon, ctx, abandon)).result).toEqual({
      abandoned: false,
    });
    const { result } = await commit(ctx, report(second, 'one'));
    expect((await commit(ctx, report(first, 'one'))).result).toEqual(result);
  });

  test('taken over after the draft has changed, it is abandoned and its key is free', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const own = newKey();
    const begun = await go(ctx, page_id, 1, own);
    await edit(ctx, page_id, 1, 'one', 'two');
    await silent(begun.publication_id, 1);
    await expect(begin(ctx, page_id, 1, own)).rejects.toMatchObject(errorWith('revision_conflict'));
    expect(await stateOf(begun.publication_id)).toBe('abandoned');
    expect(await used(ctx, own)).toEqual([]);
  });

  test('a patch between begin and commit is kept: the commit is 409 and frees the key', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const own = newKey();
    const begun = await go(ctx, page_id, 1, own);
    await edit(ctx, page_id, 1, 'one', 'two');
    await expect(commit(ctx, report(begun, 'one'))).rejects.toMatchObject(
      errorWith('revision_conflict', { page_id, expected_revision: 1, current_revision: 2 }),
    );
    expect(await live(page_id)).toMatchObject({ state: 'none' });
    expect(await used(ctx, own)).toEqual([]);
    // The idempotency key is free again and may be used to publish the newer draft.
    expect((await go(ctx, page_id, 2, own)).revision).toBe(2);
  });

  test('after its worker abandoned it, the key is free and a late commit is refused without effect', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const own = newKey();
    const begun = await go(ctx, page_id, 1, own);
    const abandon = { publication_id: begun.publication_id, attempt: 1 };
    expect((await services.call(BUILDER.publishAbandon, ctx, abandon)).result).toEqual({
      abandoned: true,
    });
    expect((await services.call(BUILDER.publishAbandon, ctx, abandon)).result).toEqual({
      abandoned: false,
    });
    await expect(commit(ctx, report(begun, 'one'))).rejects.toMatchObject(
      errorWith('service_unavailable'),
    );
    expect(await live(page_id)).toMatchObject({ state: 'none' });
    expect((await go(ctx, page_id, 1, own)).publication_id).not.toBe(begun.publication_id);
  });

  test('the sweep abandons the publication of a failed worker, on any number of replicas', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const keys = [newKey(), newKey(), newKey()];
    const begun = await Promise.all(keys.map((own) => go(ctx, page_id, 1, own)));
    const [, old, older] = begun;
    await silent(old?.publication_id ?? '', 31);
    await silent(older?.publication_id ?? '', 99);
    const counts = await Promise.all([
      sweepPublications(services.db),
      sweepPublications(services.db),
    ]);
    expect(counts.reduce((a, b) => a + b)).toBe(2);
    const states = await Promise.all(begun.map(({ publication_id }) => stateOf(publication_id)));
    expect(states).toEqual(['pending', 'abandoned', 'abandoned']);
    expect(await used(ctx, keys[1] ?? '')).toEqual([]);
    expect(await used(ctx, keys[0] ?? '')).toHaveLength(1);
    if (old === undefined) expect.fail('nothing begun');
    await expect(commit(ctx, report(old, 'x'))).rejects.toMatchObject(
      errorWith('service_unavailable'),
    );
    expect(await stateOf('pub_00000000000000000000000000')).toBe('unknown');
  });

  test('fifty twins at once make one publication', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const own = newKey();
    const twins = await Promise.allSettled(
      Array.from({ length: 50 }, async () => {
        const { result } = await begin(ctx, page_id, 1, own);
        return result.state === 'replay'
          ? result.response
          : (await commit(ctx, report(result, 'one'))).result;
      }),
    );
    const answers = new Set(
      twins.flatMap((twin) => (twin.status === 'fulfilled' ? [JSON.stringify(twin.value)] : [])),
    );
    expect(answers.size).toBe(1);
    for (const twin of twins)
      if (twin.status === 'rejected')
        expect(twin.reason).toMatchObject({ code: 'idempotency_in_progress' });
    const rows = await services.db.rows(
      sql`select 1 from builder.publication where page_id = ${page_id}`,
    );
    expect(rows).toHaveLength(1);
  });
});

describe('the visibility of a published website', () => {
  const set = (
    ctx: CallPrincipal,
    page_id: number,
    visibility: 'private' | 'unlisted' | 'public',
  ) =>
    services.call(BUILDER.setVisibility, ctx, { page_id, visibility, idempotency_key: newKey() });

  // Verifies: publishing.private.
  test('private hides live address and snapshots without removing them; a publication keeps it private', async () => {
    const ctx = agentCtx();
    const owner = ownerCtx(ctx.account_id ?? '');
    const { page_id, word } = await website(ctx);
    await publish(ctx, page_id, 1, 'one');
    const pages = async () =>
      (await services.call(BUILDER.worldPages, publicCtx, { word })).result.pages;
    const snapshots = async () =>
      (await services.call(BUILDER.snapshots, publicCtx, { page_id, snapshot_id: null })).result;
    expect(await pages()).toMatchObject([{ page_id, title: 'Ä title' }]);
    const { result } = await set(owner, page_id, 'private');
    expect(result.website).toMatchObject({
      visibility: 'private',
      state: 'published',
      live_url: expect.any(String),
      draft_revision: 1,
    });
    expect(await live(page_id)).toEqual({ state: 'none', version: 2 });
    expect(await pages()).toEqual([]);
    expect(await snapshots()).toMatchObject({ visibility: 'private', snapshots: [] });
    await edit(ctx, page_id, 1, 'one', 'two');
    const hundred = Array.from({ length: LIMITS.warningsMax }, (_, i) => ({
      code: 'external_image',
      severity: 'info' as const,
      message: `warning ${i}`,
      count: 1,
    }));
    const locked = await commit(
      ctx,
      report(await go(ctx, page_id, 2), 'two', { warnings: hundred }),
    );
    expect(locked.result.warnings).toHaveLength(LIMITS.warningsMax);
    expect(locked.result.warnings[0]?.code).toBe('visibility_locked_by_owner');
    // The list has at most a hundred warnings, so the warning about the locked visibility has displaced one.
    expect(locked.result.truncated).toBe(true);
    expect(await live(page_id)).toEqual({ state: 'none', version: 3 });
    await set(owner, page_id, 'unlisted');
    expect(await live(page_id)).toMatchObject({
      state: 'live',
      visibility: 'unlisted',
      snapshot: { revision: 2 },
    });
    expect(await pages()).toEqual([]);
    expect((await snapshots()).snapshots).toHaveLength(2);
    await publish(
      ctx,
      page_id,
      (await edit(ctx, page_id, 2, 'two', 'three')).draft_revision,
      'three',
    );
    expect(await live(page_id)).toMatchObject({ visibility: 'unlisted', version: 5 });
  });

  // Verifies: publishing.owner-only.
  test('is changed only by the owner: a key is refused, and so is a website that was never published', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const owner = ownerCtx(ctx.account_id ?? '');
    await expect(set(ctx, page_id, 'public')).rejects.toMatchObject(errorWith('session_required'));
    await expect(set(owner, page_id, 'public')).rejects.toMatchObject(errorWith('not_published'));
    await expect(set(ownerCtx(), page_id, 'public')).rejects.toMatchObject(
      errorWith('page_not_found'),
    );
  });

  test('a suspended website has another answer than a missing one, and cannot be changed', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    await publish(ctx, page_id, 1, 'one');
    await services.db.rows(
      sql`update builder.page set suspended = true where page_id = ${page_id}`,
    );
    await services.db.rows(
      sql`update builder.live set suspended = true, version = version + 1 where page_id = ${page_id}`,
    );
    expect(await live(page_id)).toEqual({ state: 'suspended', version: 2 });
    await expect(begin(ctx, page_id, 1)).rejects.toMatchObject(errorWith('suspended'));
    await expect(edit(ctx, page_id, 1, 'one', 'two')).rejects.toMatchObject(errorWith('suspended'));
  });

  test('the list of a World has the latest publication first, without websites that only moved there', async () => {
    const ctx = agentCtx();
    const first = await website(ctx);
    await publish(ctx, first.page_id, 1, 'one');
    const second = await makeWebsite(services, ctx, { word: first.word });
    await publish(ctx, second.page_id, 1, '2');
    const { result } = await services.call(BUILDER.worldPages, publicCtx, { word: first.word });
    expect(result.pages.map(({ page_id }) => page_id)).toEqual([second.page_id, first.page_id]);
  });
});

// Verifies: drafts.bodies-kept.
test(
  'every published revision keeps its body, and so do the newest hundred of the others',
  { timeout: 60_000 },
  async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx, 'x0');
    await publish(ctx, page_id, 1, 'x0');
    const clear = (expected_revision: number) =>
      services.call(BUILDER.clear, ctx, { page_id, expected_revision, idempotency_key: newKey() });
    for (let i = 1; i <= LIMITS.revisionBodiesKept + 2; i += 1) await clear(i);
    const owner = ownerCtx(ctx.account_id ?? '');
    const { result } = await services.call(BUILDER.revisions, owner, {
      page_id,
      before: 6,
      limit: 10,
    });
    expect(result.revisions.map(({ revision, body_kept }) => [revision, body_kept])).toEqual([
      [5, true],
      [4, true],
      [3, false],
      [2, false],
      [1, true],
    ]);
    const [tally] = await services.db.rows(
      sql<{ bytes: number }>`select bytes from builder.tally where account_id = ${ctx.account_id}`,
    );
    const [kept] = await services.db.rows(sql<{
      bytes: number;
    }>`select sum(bytes + layers_bytes)::bigint as bytes
    from builder.revision where account_id = ${ctx.account_id} and not pruned`);
    expect(tally).toEqual(kept);
  },
);

test('every publication left its row in an unbroken journal', async () => {
  expect(await verifyJournal(services.db)).toEqual([]);
});
