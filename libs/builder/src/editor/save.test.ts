import { BUILDER, type CallPrincipal } from '@bridge/contracts';
import { sql, verifyJournal } from '@bridge/db';
import {
  agentCtx,
  beginPublication,
  crashAt,
  makeWebsite,
  newKey,
  ownerCtx,
  patchDraft,
  publishDraft,
  putAdmitted,
  readDraft,
  sampleCommit,
  startTestServices,
  until,
  worldsModule,
  type TestServices,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderModule } from '../module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterAll(() => services.stop());

const ODD = '\ufeff<p>\u0000a\rb\r\nc\nd\u2028e</p>';

async function start(html = '<p>one</p>') {
  const agent = agentCtx();
  const owner = ownerCtx(agent.account_id ?? '');
  const { page_id } = await makeWebsite(services, agent, { html });
  return { agent, owner, page_id };
}

/** The parts of a draft that a test saves; absent parts stay as they are. */
interface SavedDraftParts {
  readonly html?: string;
  readonly layers?: string;
  readonly title?: string;
}
async function texts(owner: CallPrincipal, { html, layers, title }: SavedDraftParts) {
  return {
    ...(title === undefined ? {} : { title }),
    ...(html === undefined ? {} : { raw_html: await putAdmitted(services, owner, html) }),
    ...(layers === undefined
      ? {}
      : { layers: await putAdmitted(services, owner, layers, 'ingest') }),
  };
}
async function save(
  owner: CallPrincipal,
  page_id: number,
  at: SavedDraftParts & { readonly revision: number; readonly seq?: number; readonly key?: string },
) {
  const { revision, seq = 0, key = newKey() } = at;
  return services.call(BUILDER.save, owner, {
    page_id,
    expected_revision: revision,
    seq,
    idempotency_key: key,
    ...(await texts(owner, at)),
  });
}
const put = async (
  owner: CallPrincipal,
  page_id: number,
  seq: number,
  base: number,
  at: SavedDraftParts,
) =>
  services.call(BUILDER.unsavedPut, owner, {
    page_id,
    base_revision: base,
    seq,
    ...(await texts(owner, at)),
  });
const revisionsOf = async (owner: CallPrincipal, page_id: number) =>
  (await services.call(BUILDER.revisions, owner, { page_id, before: null, limit: 30 })).result
    .revisions;
const restore = (owner: CallPrincipal, page_id: number, revision: number, expected: number) =>
  services.call(BUILDER.restore, owner, {
    page_id,
    revision,
    expected_revision: expected,
    idempotency_key: newKey(),
  });

describe('a save', () => {
  // Verifies: editor.save, editor.exact.
  test('writes one revision of HTML, layers and title, sent or taken from the unsaved edits', async () => {
    const { agent, owner, page_id } = await start();
    const layer = { layer_id: 'a', name: 'A', kind: 'note', order: 0, visible: true, content: '' };
    const layers = JSON.stringify([layer]);
    await put(owner, page_id, 0, 1, { html: 'not this', layers, title: 'Edited' });
    const { result } = await save(owner, page_id, { revision: 1, seq: 1, html: ODD });
    expect(result.website).toMatchObject({
      draft_revision: 2,
      title: 'Edited',
      updated_by: 'owner',
    });
    expect(await readDraft(services, agent, page_id)).toMatchObject({ html: ODD, layers });
    expect((await revisionsOf(owner, page_id))[0]).toMatchObject({
      action: 'builder.save',
      actor: 'owner',
      bytes: Buffer.byteLength(ODD) + layers.length,
      published: false,
      restored_from: null,
    });
    const [entry] = await services.db.rows(
      sql`select action, actor, rev_before, rev_after from effect.journal
        where account_id = ${owner.account_id} order by seq desc limit 1`,
    );
    expect(entry).toEqual({ action: 'builder.save', actor: 'owner', rev_before: 1, rev_after: 2 });
  });

  // Verifies: editor.save.
  test('is done once however often it is sent, also when its process ends before the commit', async () => {
    const { owner, page_id } = await start();
    await put(owner, page_id, 0, 1, { html: 'x'.repeat(300_000) });
    const at = { revision: 1, seq: 1, key: newKey() };
    const crash = crashAt('change.after-apply');
    await expect(save(owner, page_id, at)).rejects.toBeDefined();
    crash();
    const first = await save(owner, page_id, at);
    expect(await save(owner, page_id, at)).toEqual({ ...first, replayed: true });
    expect(await revisionsOf(owner, page_id)).toHaveLength(2);
    expect(await verifyJournal(services.db)).toEqual([]);
  });

  // Verifies: editor.save-conflict.
  test('never overwrites what an agent wrote: the edits stay, and a merged text is saved', async () => {
    const { agent, owner, page_id } = await start('<p>one</p><p>two</p>');
    await put(owner, page_id, 0, 1, { html: '<p>mine</p><p>two</p>' });
    await patchDraft(services, agent, { page_id, revision: 1 }, [{ old: 'two', new: 'agent' }]);
    await expect(save(owner, page_id, { revision: 1, seq: 1 })).rejects.toMatchObject({
      code: 'revision_conflict',
      details: { expected_revision: 1, current_revision: 2 },
    });
    // A save that names the current revision must not apply edits that are based on an older one.
    await expect(save(owner, page_id, { revision: 2, seq: 1 })).rejects.toMatchObject({
      code: 'revision_conflict',
    });
    const merged = '<p>mine</p><p>agent</p>';
    await put(owner, page_id, 1, 2, { html: merged });
    await save(owner, page_id, { revision: 2, seq: 2 });
    expect(await readDraft(services, agent, page_id)).toMatchObject({ html: merged });
  });

  // Verifies: editor.save-conflict, drafts.one-winner.
  test('and a patch at the same moment: one succeeds, and the edits of a refused save stay', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { agent, owner, page_id } = await start();
      await put(owner, page_id, 0, 1, { html: 'mine' });
      const [saved, patched] = await Promise.allSettled([
        save(owner, page_id, { revision: 1, seq: 1 }),
        patchDraft(services, agent, { page_id, revision: 1 }, [{ old: 'one', new: 'two' }]),
      ]);
      expect([saved.status, patched.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      const { result } = await services.call(BUILDER.unsavedGet, owner, {
        page_id,
        with_texts: false,
      });
      expect(result.edits === null).toBe(saved.status === 'fulfilled');
    }
  });

  // Verifies: editor.save.
  test('that waits for a change of the website holds nothing that this change still needs', async () => {
    const { owner, page_id } = await start();
    await put(owner, page_id, 0, 1, { html: 'mine' });
    let saving: ReturnType<typeof save> | undefined;
    const waits = async (): Promise<boolean> =>
      (
        await services.db.rows(
          sql`select 1 as waits from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).length > 0;
    await services.db.transaction({}, async (tx) => {
      await tx.rows(sql`select 1 from builder.page where page_id = ${page_id} for no key update`);
      saving = save(owner, page_id, { revision: 1, seq: 1 });
      await until('the save waits', waits);
      // A patch locks first the website’s row, then the account’s row in `builder.tally`. A save that waits for the website
      // must not have locked that tally row before: the two would deadlock.
      const counted = await tx.rows(
        sql`select 1 as free from builder.tally where account_id = ${owner.account_id}
          for no key update skip locked`,
      );
      expect(counted).toHaveLength(1);
    });
    expect((await saving)?.result.website.draft_revision).toBe(2);
  });

  // Verifies: editor.save-unchanged.
  test('of nothing is refused, and of the title alone makes no revision', async () => {
    const { owner, page_id } = await start();
    await expect(save(owner, page_id, { revision: 1, html: '<p>one</p>' })).rejects.toMatchObject({
      code: 'patch_no_change',
    });
    await put(owner, page_id, 0, 1, { title: 'New title' });
    const { result } = await save(owner, page_id, { revision: 1, seq: 1 });
    expect(result.website).toMatchObject({ title: 'New title', draft_revision: 1 });
    expect(await revisionsOf(owner, page_id)).toHaveLength(1);
  });

  // Verifies: editor.two-windows.
  test('of a window that has not seen the newest edits is refused', async () => {
    const { owner, page_id } = await start();
    await put(owner, page_id, 0, 1, { html: 'other window' });
    await expect(save(owner, page_id, { revision: 1, html: 'mine' })).rejects.toMatchObject({
      code: 'revision_conflict',
      details: { what: 'unsaved_edits' },
    });
  });
});

describe('a restore', () => {
  // Verifies: editor.restore, editor.history, editor.exact.
  test('writes the texts of an older revision as the next one and removes nothing', async () => {
    const { agent, owner, page_id } = await start(ODD);
    await save(owner, page_id, { revision: 1, html: 'x'.repeat(300_000), title: 'Later' });
    await put(owner, page_id, 0, 2, { html: 'edits' });
    const { result } = await restore(owner, page_id, 1, 2);
    expect(result.website).toMatchObject({ draft_revision: 3, title: 'Later' });
    expect(await readDraft(services, agent, page_id)).toMatchObject({ html: ODD });
    await restore(owner, page_id, 2, 3);
    expect((await readDraft(services, agent, page_id)).html).toBe('x'.repeat(300_000));
    expect(
      (await revisionsOf(owner, page_id)).map(({ action, restored_from }) => [
        action,
        restored_from,
      ]),
    ).toEqual([
      ['builder.restore', 2],
      ['builder.restore', 1],
      ['builder.save', null],
      ['builder.create', null],
    ]);
    // The edits are based on an older revision now: the save is refused as a conflict and the edits are kept.
    await expect(save(owner, page_id, { revision: 4, seq: 1 })).rejects.toMatchObject({
      code: 'revision_conflict',
    });
    const edits = { page_id, with_texts: false };
    expect((await services.call(BUILDER.unsavedGet, owner, edits)).result.edits).toMatchObject({
      base_revision: 2,
    });
  });

  // Verifies: editor.restore-race.
  test('and a patch of an agent at the same moment: one succeeds, the other is refused with 409', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { agent, owner, page_id } = await start();
      await save(owner, page_id, { revision: 1, html: '<p>two</p>' });
      const tries = await Promise.allSettled([
        restore(owner, page_id, 1, 2),
        patchDraft(services, agent, { page_id, revision: 2 }, [{ old: 'two', new: 'three' }]),
      ]);
      const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
      expect(refused).toEqual([expect.objectContaining({ code: 'revision_conflict' })]);
      expect((await revisionsOf(owner, page_id))[0]?.revision).toBe(3);
    }
  });

  // Verifies: editor.revision.
  test('of a revision whose texts were pruned is refused with gone, as is reading it', async () => {
    const { owner, page_id } = await start();
    await save(owner, page_id, { revision: 1, html: 'two' });
    await services.db.rows(
      sql`update builder.revision set pruned = true, inline = null, layers_inline = null
        where account_id = ${owner.account_id} and page_id = ${page_id} and revision = 1`,
    );
    await expect(restore(owner, page_id, 1, 2)).rejects.toMatchObject({ code: 'gone' });
    const read = (revision: number) =>
      services.call(BUILDER.revisionGet, owner, { page_id, revision });
    await expect(read(1)).rejects.toMatchObject({ code: 'gone' });
    await expect(read(3)).rejects.toMatchObject({ code: 'not_found' });
    expect((await read(2)).result).toMatchObject({ revision: 2, newline: 'none' });
  });

  test('of the texts that the draft has is refused, and a key cannot restore', async () => {
    const { agent, owner, page_id } = await start();
    await expect(restore(owner, page_id, 1, 1)).rejects.toMatchObject({ code: 'patch_no_change' });
    await expect(restore(agent, page_id, 1, 1)).rejects.toMatchObject({ code: 'session_required' });
  });
});

describe('a rename', () => {
  const begin = (agent: CallPrincipal, page_id: number) =>
    beginPublication(services, agent, { page_id });
  const rename = (owner: CallPrincipal, page_id: number, title: string, key = newKey()) =>
    services.call(BUILDER.rename, owner, { page_id, title, idempotency_key: key });

  // Verifies: editor.rename, editor.snapshots.
  test('is no revision; the live website keeps its title, which counts as an unpublished change', async () => {
    const { agent, owner, page_id } = await start();
    const begun = await begin(agent, page_id);
    // The title changes between the two phases of a publication. The snapshot must have the title that was read in the first
    // phase.
    const key = newKey();
    const renamed = await rename(owner, page_id, 'Renamed', key);
    expect(await rename(owner, page_id, 'Renamed', key)).toEqual({ ...renamed, replayed: true });
    const { result } = await services.call(BUILDER.publishCommit, agent, sampleCommit(begun));
    expect(result.website).toMatchObject({
      title: 'Renamed',
      draft_revision: 1,
      has_unpublished_changes: true,
    });
    const own = await services.call(BUILDER.snapshotsOwn, owner, { page_id, before: null });
    expect(own.result).toMatchObject({
      next: null,
      snapshots: [
        { title: 'A title', live: true, bytes: 3, warnings: { error: 0, warning: 0, info: 0 } },
      ],
    });
    await rename(owner, page_id, 'A title');
    const { website } = await readDraft(services, agent, page_id);
    expect(website).toMatchObject({ has_unpublished_changes: false });
  });
});

describe('the list of an owner', () => {
  // Verifies: editor.list.
  test('pages by id, of one World, and of drafts or published websites', async () => {
    const agent = agentCtx();
    const owner = ownerCtx(agent.account_id ?? '');
    const first = await makeWebsite(services, agent);
    const second = await makeWebsite(services, agent, { word: first.word });
    const third = await makeWebsite(services, agent);
    await publishDraft(services, agent, second);
    const list = async (query: object) => {
      const { websites, next_after_id } = (await services.call(BUILDER.ownPages, owner, query))
        .result;
      return [websites.map(({ page_id }) => page_id), next_after_id];
    };
    const [a, b, c] = [first.page_id, second.page_id, third.page_id];
    expect(await list({})).toEqual([[a, b, c], null]);
    expect(await list({ limit: 1 })).toEqual([[a], a]);
    expect(await list({ word: first.word })).toEqual([[a, b], null]);
    expect(await list({ state: 'published' })).toEqual([[b], null]);
    expect(await list({ state: 'draft', limit: 1 })).toEqual([[a], a]);
    expect(await list({ state: 'draft', after_id: a })).toEqual([[c], null]);
    expect(await list({ state: 'draft', word: first.word })).toEqual([[a], null]);
    await expect(services.call(BUILDER.ownPages, agent, {})).rejects.toMatchObject({
      code: 'session_required',
    });
  });
});
