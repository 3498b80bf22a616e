import { BUILDER, LIMITS, type CallPrincipal } from '@bridge/contracts';
import { sql, verifyJournal } from '@bridge/db';
import {
  agentCtx,
  errorWith,
  makeWebsite,
  makeWorld,
  newKey,
  patchDraft,
  putAdmitted,
  readDraft,
  type TestServices,
  startTestServices,
  worldsModule,
} from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderModule } from './module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterAll(() => services.stop());

const website = async (ctx: CallPrincipal, html: string): Promise<number> =>
  (await makeWebsite(services, ctx, { html })).page_id;
const read = async (ctx: CallPrincipal, pageId: number): Promise<string> =>
  (await readDraft(services, ctx, pageId)).html;
async function replace(
  ctx: CallPrincipal,
  pageId: number,
  revision: number,
  html: string,
  idempotencyKey = newKey(),
) {
  return services.call(BUILDER.patch, ctx, {
    page_id: pageId,
    expected_revision: revision,
    raw_html: await putAdmitted(services, ctx, html),
    idempotency_key: idempotencyKey,
  });
}
async function clear(ctx: CallPrincipal, pageId: number, revision: number): Promise<void> {
  await services.call(BUILDER.clear, ctx, {
    page_id: pageId,
    expected_revision: revision,
    idempotency_key: newKey(),
  });
}

describe('replacing the whole draft', () => {
  test('stores the exact bytes as the next revision and answers like a patch of one operation', async () => {
    const ctx = agentCtx();
    const pageId = await website(ctx, '<p>one</p>');
    const html = '\ufeff<p>\r\na\u0000b \u2028🌍</p>';
    const { result } = await replace(ctx, pageId, 1, html);
    expect(result).toMatchObject({
      applied: 1,
      previous_revision: 1,
      changes: [{ op_index: 0, line: 1, removed: 10, added: [...html].length }],
      website: { draft_revision: 2, chars: [...html].length, updated_by: ctx.key_id },
    });
    expect(await read(ctx, pageId)).toBe(html);
  });

  test('takes a page of 5,242,880 characters by reference and refuses one more', async () => {
    const ctx = agentCtx();
    const pageId = await website(ctx, 'x');
    const full = 'y'.repeat(LIMITS.rawHtmlCharsMax);
    expect((await replace(ctx, pageId, 1, full)).result.website.chars).toBe(full.length);
    await expect(replace(ctx, pageId, 2, `${full}y`)).rejects.toMatchObject(
      errorWith('html_too_large', { chars: full.length + 1 }),
    );
    await expect(replace(ctx, pageId, 1, `${full}y`)).rejects.toMatchObject(
      errorWith('revision_conflict'),
    );
  });

  test('refuses equal bytes, a stale revision, projects and foreign websites, and leaves the key free', async () => {
    const ctx = agentCtx();
    const pageId = await website(ctx, '<p>one</p>');
    const own = newKey();
    await expect(replace(ctx, pageId, 1, '<p>one</p>', own)).rejects.toMatchObject(
      errorWith('patch_no_change'),
    );
    await replace(ctx, pageId, 1, '<p>two</p>', own);
    await expect(replace(ctx, pageId, 1, '<p>three</p>')).rejects.toMatchObject(
      errorWith('revision_conflict', { expected_revision: 1, current_revision: 2 }),
    );
    await expect(replace(agentCtx(), pageId, 2, '<p>x</p>')).rejects.toMatchObject(
      errorWith('page_not_found', { page_id: pageId }),
    );
    await services.db.rows(sql`update builder.page set kind = 'project' where page_id = ${pageId}`);
    await expect(replace(ctx, pageId, 2, '<p>x</p>')).rejects.toMatchObject(
      errorWith('multi_file_project'),
    );
    expect(await read(ctx, pageId)).toBe('<p>two</p>');
  });

  test('is journalled as builder.patch, and a repeated call gives the first result', async () => {
    const ctx = agentCtx();
    const pageId = await website(ctx, '<p>one</p>');
    const own = newKey();
    const first = await replace(ctx, pageId, 1, '<p>two</p>', own);
    await replace(ctx, pageId, 2, '<p>three</p>');
    const again = await replace(ctx, pageId, 1, '<p>two</p>', own);
    expect(again).toMatchObject({ replayed: true, result: first.result });
    const rows = await services.db.rows(
      sql`select action, rev_before, rev_after from effect.journal where page_id = ${pageId} order by seq`,
    );
    expect(rows.slice(1)).toEqual([
      { action: 'builder.patch', rev_before: 1, rev_after: 2 },
      { action: 'builder.patch', rev_before: 2, rev_after: 3 },
    ]);
    expect(await verifyJournal(services.db)).toEqual([]);
  });
});

describe('an empty draft', () => {
  test('refuses operations with the ways that fill it, and one of them works', async () => {
    const ctx = agentCtx();
    const pageId = await website(ctx, '<p>one</p>');
    await clear(ctx, pageId, 1);
    const patched = (revision: number) =>
      patchDraft(services, ctx, { page_id: pageId, revision }, [{ old: 'one', new: 'two' }]);
    await expect(patched(1)).rejects.toMatchObject(errorWith('revision_conflict'));
    await expect(patched(2)).rejects.toMatchObject(
      errorWith('empty_draft', { page_id: pageId, draft_revision: 2 }),
    );
    await replace(ctx, pageId, 2, '<p>one</p>');
    expect((await patched(3)).result.website.draft_revision).toBe(4);
    expect(await read(ctx, pageId)).toBe('<p>two</p>');
  });
});

describe('an attach to the World in which the website is', () => {
  const attach = (
    ctx: CallPrincipal,
    pageId: number,
    revision: number,
    word: string,
    own = newKey(),
  ) =>
    services.call(BUILDER.attach, ctx, {
      page_id: pageId,
      expected_revision: revision,
      word,
      idempotency_key: own,
    });
  const revisions = (pageId: number) =>
    services.db.rows(sql`select revision from builder.revision where page_id = ${pageId}`);

  // Verifies: drafts.attach-unchanged.
  test('changes nothing, makes no revision and is done once', async () => {
    const ctx = agentCtx();
    const pageId = await website(ctx, '<p>one</p>');
    const { word } = (await services.call(BUILDER.get, ctx, { page_id: pageId })).result.website;
    const own = newKey();
    const { result } = await attach(ctx, pageId, 1, word, own);
    expect(result).toMatchObject({ unchanged: true, website: { draft_revision: 1, word } });
    expect(await revisions(pageId)).toHaveLength(1);
    expect(await attach(ctx, pageId, 1, word, own)).toEqual({ result, replayed: true });
    const other = await makeWorld(services, ctx);
    const moved = await attach(ctx, pageId, 1, other);
    expect(moved.result).toMatchObject({ unchanged: false, website: { draft_revision: 2 } });
    expect(await attach(ctx, pageId, 1, word, own)).toEqual({ result, replayed: true });
  });

  test('keeps the guards of a move', async () => {
    const ctx = agentCtx();
    const pageId = await website(ctx, '<p>one</p>');
    const { word } = (await services.call(BUILDER.get, ctx, { page_id: pageId })).result.website;
    await expect(attach(ctx, pageId, 2, word)).rejects.toMatchObject(
      errorWith('revision_conflict'),
    );
    await expect(attach(agentCtx(), pageId, 1, word)).rejects.toMatchObject(
      errorWith('page_not_found'),
    );
    await services.db.rows(sql`update worlds.member set role = 'viewer' where word = ${word}`);
    await expect(attach(ctx, pageId, 1, word)).rejects.toMatchObject(errorWith('world_forbidden'));
  });
});

// Verifies: publishing.unpublished-changes.
test('a website never published has unpublished changes unless its draft is empty', async () => {
  const ctx = agentCtx();
  const pageId = await website(ctx, '<p>one</p>');
  const record = async () =>
    (await services.call(BUILDER.get, ctx, { page_id: pageId })).result.website;
  expect(await record()).toMatchObject({ has_unpublished_changes: true });
  await clear(ctx, pageId, 1);
  expect(await record()).toMatchObject({ has_unpublished_changes: false });
  expect(
    (await services.call(BUILDER.list, ctx, { limit: 1, after_id: 0 })).result.websites,
  ).toMatchObject([{ has_unpublished_changes: false }]);
});
