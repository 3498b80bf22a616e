import type { ActionTemplate } from './sample.ts';

const SETUP = `import { BUILDER, WORLDS, type CallPrincipal, type WebsiteRecord } from '@bridge/contracts';
import { agentCtx, putAdmitted, startTestServices, worldsModule, type TestServices } from '@bridge/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builderModule } from '../module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterAll(() => services.stop());

/** Creates a new account with a World and a private website in it. */
async function draft(): Promise<{ readonly ctx: CallPrincipal; readonly website: WebsiteRecord }> {
  const ctx = agentCtx();
  const word = \`w\${ctx.account_id?.slice(4)}\`;
  await services.call(WORLDS.found, ctx, { word, idempotency_key: 'found-0001' });
  const raw_html = await putAdmitted(services, ctx, '<p>one</p>');
  const input = { title: 'A title', word, raw_html, idempotency_key: 'create-0001' };
  return { ctx, website: (await services.call(BUILDER.create, ctx, input)).result.website };
}`;

/** Templates for new actions of the builder service. */
export const BUILDER: Readonly<Record<'read' | 'change', ActionTemplate>> = {
  read: {
    common: ['pageId'],
    records: ['websiteRecord'],
    input: 'page_id: pageId',
    output: 'website: websiteRecord',
    example: 'page_id: 42',
    errors: '',
    effect: 'Reads the record of a website. Likely errors: page_not_found.',
    imports: `import { demandVisible, scopeOf } from '../checks.ts';
import { websiteRecordOf } from '../website-record.ts';
import { findWebsite } from '../website.store.ts';`,
    handler: `({ db, links }: BuilderDeps): ServiceCallHandler<typeof CONTRACT> {
  return async ({ page_id }, call) => {
    const row = demandVisible(await findWebsite(db, scopeOf(call), page_id), page_id);
    return { website: websiteRecordOf(row, links) };
  };
}`,
    setup: SETUP,
    test: `test('reads the record of a website of the account, and of no other', async () => {
  const { ctx, website } = await draft();
  const { page_id } = website;
  expect((await services.call(CONTRACT, ctx, { page_id })).result.website).toEqual(website);
  await expect(services.call(CONTRACT, agentCtx(), { page_id })).rejects.toMatchObject({
    code: 'page_not_found',
  });
});`,
  },
  change: {
    common: ['expectedRevision', 'idempotencyKey', 'pageId'],
    records: ['websiteRecord'],
    input: 'page_id: pageId, expected_revision: expectedRevision, idempotency_key: idempotencyKey',
    output: 'website: websiteRecord',
    example: "page_id: 42, expected_revision: 1, idempotency_key: 'KEY'",
    errors: "'quota_exceeded'",
    effect: 'Makes the next revision of a draft. Likely errors: revision_conflict.',
    imports: `import { demandDraft } from '../checks.ts';
import { applyDraftChange } from '../draft-change.ts';
import { findWebsite } from '../website.store.ts';`,
    handler: `(deps: BuilderDeps): ServiceCallHandler<typeof CONTRACT> {
  const { db } = deps;
  return async ({ page_id, expected_revision, idempotency_key }, call) =>
    db.change({
      callable: CONTRACT,
      call,
      idempotencyKey: idempotency_key,
      // Reads and computes, before the transaction.
      plan: () =>
        demandDraft(findWebsite, db, call, { page_id, expected_revision }, () => undefined),
      // Writes in the transaction that also stores the idempotency key and the journal row. Null keeps the current value.
      apply: (tx) =>
        applyDraftChange(
          deps,
          tx,
          call,
          { pageId: page_id, expectedRevision: expected_revision, html: null, layers: null, word: null },
          { action: CONTRACT.name, limited: true },
        ),
    });
}`,
    setup: SETUP,
    test: `test('makes the next revision once, however often it is sent', async () => {
  const { ctx, website } = await draft();
  const input = { page_id: website.page_id, expected_revision: 1, idempotency_key: 'again-0001' };
  const first = await services.call(CONTRACT, ctx, input);
  expect(first.result.website.draft_revision).toBe(2);
  expect(await services.call(CONTRACT, ctx, input)).toEqual({ ...first, replayed: true });
});

test('refuses a stale revision and changes nothing', async () => {
  const { ctx, website } = await draft();
  const { page_id } = website;
  const input = { page_id, expected_revision: 7, idempotency_key: 'stale-0001' };
  await expect(services.call(CONTRACT, ctx, input)).rejects.toMatchObject({ code: 'revision_conflict' });
  expect((await services.call(BUILDER.get, ctx, { page_id })).result.website).toEqual(website);
});`,
  },
};
