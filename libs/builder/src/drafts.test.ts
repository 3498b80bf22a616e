import { BUILDER, LIMITS, type CallPrincipal } from '@bridge/contracts';
import { sql, verifyJournal } from '@bridge/db';
import type { BridgeError } from '@bridge/kernel';
import {
  agentCtx,
  crashAt,
  cutDatabaseAt,
  errorWith,
  makeWebsite,
  newKey,
  patchDraft,
  putAdmitted,
  readDraft,
  type TestServices,
  startTestServices,
  worldsModule,
} from '@bridge/testing';
import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderModule } from './module.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterAll(() => services.stop());

/** One text replacement of a patch: `old` occurs once in the draft and is replaced with `new`. */
interface TextReplacement {
  readonly old: string;
  readonly new: string;
}
const website = (ctx: CallPrincipal, html?: string) =>
  makeWebsite(services, ctx, html === undefined ? {} : { html });
const patch = (
  ctx: CallPrincipal,
  page_id: number,
  revision: number,
  edits: readonly TextReplacement[],
  key = newKey(),
) => patchDraft(services, ctx, { page_id, revision, key }, edits);
async function read(ctx: CallPrincipal, pageId: number) {
  const draft = await readDraft(services, ctx, pageId);
  return { ...draft, revision: draft.website.draft_revision };
}
const effects = async (ctx: CallPrincipal, action: string): Promise<number> =>
  (
    await services.db.rows(
      sql`select 1 from effect.journal where account_id = ${ctx.account_id} and action = ${action}`,
    )
  ).length;
const keyIsFree = async (ctx: CallPrincipal, idempotencyKey: string): Promise<boolean> =>
  (
    await services.db.rows(
      sql`select 1 from effect.idempotency where account_id = ${ctx.account_id} and key = ${idempotencyKey}`,
    )
  ).length === 0;

describe('patching a draft', () => {
  test('answers the new record and what each operation changed, without the HTML', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx, '<p>\r\none\r\n</p>');
    const { result } = await patch(ctx, page_id, 1, [{ old: 'one', new: '🌍🌍' }]);
    expect(result).toMatchObject({
      applied: 1,
      previous_revision: 1,
      changes: [{ op_index: 0, line: 2, removed: 3, added: 2 }],
      website: { draft_revision: 2, chars: 13, updated_by: ctx.key_id },
    });
    expect(await read(ctx, page_id)).toMatchObject({
      html: '<p>\r\n🌍🌍\r\n</p>',
      newline: 'crlf',
      revision: 2,
    });
  });

  test('carries a draft over the edge between row and object, both ways, and operations by reference', async () => {
    const ctx = agentCtx();
    const small = `${'x'.repeat(200_000)}!`;
    const { page_id } = await website(ctx, small);
    const grown = 'y'.repeat(300_000);
    await patch(ctx, page_id, 1, [{ old: '!', new: grown }]);
    expect((await read(ctx, page_id)).raw_html).toHaveProperty('object');
    await patch(ctx, page_id, 2, [{ old: grown, new: '!' }]);
    expect(await read(ctx, page_id)).toMatchObject({
      html: small,
      raw_html: { inline: expect.any(String) },
    });
  });

  test(
    'a page of 5,242,880 characters takes an operation, and refuses to grow by one',
    { timeout: 60_000 },
    async () => {
      const ctx = agentCtx();
      const { page_id } = await website(ctx, `${'🌍'.repeat(LIMITS.rawHtmlCharsMax - 1)}!`);
      const { result } = await patch(ctx, page_id, 1, [{ old: '!', new: '?' }]);
      expect(result.website.chars).toBe(LIMITS.rawHtmlCharsMax);
      await expect(patch(ctx, page_id, 2, [{ old: '?', new: '?!' }])).rejects.toMatchObject(
        errorWith('html_too_large', { chars: LIMITS.rawHtmlCharsMax + 1 }),
      );
    },
  );

  // Verifies: patch.all-or-none.
  test('that fails changes nothing, says so, and leaves the key free', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx, 'aa aa b');
    const own = newKey();
    const edits = [
      { old: 'b', new: 'c' },
      { old: 'aa', new: 'x' },
    ];
    await expect(patch(ctx, page_id, 1, edits, own)).rejects.toMatchObject(
      errorWith('patch_ambiguous', { applied: 0, op_index: 1, match_count: 2 }),
    );
    expect(await read(ctx, page_id)).toMatchObject({ html: 'aa aa b', revision: 1 });
    expect(await keyIsFree(ctx, own)).toBe(true);
    expect((await patch(ctx, page_id, 1, [{ old: 'b', new: 'c' }], own)).result.applied).toBe(1);
  });

  test('on a stale revision is always a conflict, never a miss', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    await patch(ctx, page_id, 1, [{ old: 'one', new: 'two' }]);
    await expect(patch(ctx, page_id, 1, [{ old: 'nowhere', new: '' }])).rejects.toMatchObject(
      errorWith('revision_conflict', { page_id, expected_revision: 1, current_revision: 2 }),
    );
    expect((await read(ctx, page_id)).html).toBe('<p>two</p>');
  });

  // Verifies: drafts.project-refused.
  test('leaves projects to their own editor', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    await services.db.rows(
      sql`update builder.page set kind = 'project' where page_id = ${page_id}`,
    );
    const refused = errorWith('multi_file_project', { page_id });
    await expect(patch(ctx, page_id, 9, [{ old: 'one', new: '' }])).rejects.toMatchObject(refused);
    const clear = { page_id, expected_revision: 9, idempotency_key: newKey() };
    await expect(services.call(BUILDER.clear, ctx, clear)).rejects.toMatchObject(refused);
  });
});

describe('a change is done once', () => {
  test('repeated after the draft has moved on it answers its first success, and changes nothing', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const own = newKey();
    const edits = [{ old: 'one', new: 'two' }];
    const first = await patch(ctx, page_id, 1, edits, own);
    await patch(ctx, page_id, 2, [{ old: 'two', new: 'three' }]);
    expect(await patch(ctx, page_id, 1, edits, own)).toEqual({
      result: first.result,
      replayed: true,
    });
    expect(await read(ctx, page_id)).toMatchObject({ html: '<p>three</p>', revision: 3 });
  });

  test('its key is refused for any other call', async () => {
    const ctx = agentCtx();
    const { page_id, word } = await website(ctx);
    const own = newKey();
    await patch(ctx, page_id, 1, [{ old: 'one', new: 'two' }], own);
    const mismatch = errorWith('idempotency_mismatch');
    await expect(patch(ctx, page_id, 1, [{ old: 'one', new: 'twо' }], own)).rejects.toMatchObject(
      mismatch,
    );
    const change = { page_id, expected_revision: 2, idempotency_key: own };
    await expect(services.call(BUILDER.clear, ctx, change)).rejects.toMatchObject(mismatch);
    await expect(services.call(BUILDER.attach, ctx, { ...change, word })).rejects.toMatchObject(
      mismatch,
    );
    expect((await read(ctx, page_id)).revision).toBe(2);
  });

  test('of fifty twins at once one has the effect, and all who hear of it hear the same', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const own = newKey();
    const twins = await Promise.allSettled(
      Array.from({ length: 50 }, () => patch(ctx, page_id, 1, [{ old: 'one', new: 'two' }], own)),
    );
    const done = twins.flatMap((twin) => (twin.status === 'fulfilled' ? [twin.value] : []));
    expect(done.filter(({ replayed }) => !replayed)).toHaveLength(1);
    expect(new Set(done.map(({ result }) => JSON.stringify(result))).size).toBe(1);
    for (const twin of twins)
      if (twin.status === 'rejected')
        expect((twin.reason as BridgeError).code).toMatch(
          /idempotency_in_progress|service_unavailable/,
        );
    expect(await effects(ctx, 'builder.patch')).toBe(1);
  });

  test('of writers who race on one draft each revision has one, and nobody’s work is lost', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx, '<ol></ol>');
    const wins: number[] = [];
    const writer = async (name: string): Promise<void> => {
      for (let written = 0; written < 5;) {
        const { revision } = await read(ctx, page_id);
        try {
          const { result } = await patch(ctx, page_id, revision, [
            { old: '</ol>', new: `<li>${name}${written}</ol>` },
          ]);
          wins.push(result.website.draft_revision);
          written += 1;
        } catch (error) {
          expect((error as BridgeError).code).toMatch(
            /revision_conflict|service_unavailable|idempotency_in_progress/,
          );
        }
      }
    };
    await Promise.all(['a', 'b', 'c', 'd'].map(writer));
    expect(wins.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 2));
    const { html } = await read(ctx, page_id);
    for (const name of ['a', 'b', 'c', 'd'])
      for (let i = 0; i < 5; i += 1) expect(html).toContain(`<li>${name}${i}`);
  });
});

describe('a crash', () => {
  test.each([
    'change.after-plan',
    'change.after-claim',
    'change.after-apply',
    'change.before-commit',
  ])('at %s leaves nothing behind, and the same call is then done once', async (point) => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const own = newKey();
    const edits = [{ old: 'one', new: 'two' }];
    const revive = crashAt(point);
    await expect(patch(ctx, page_id, 1, edits, own)).rejects.toBeDefined();
    revive();
    expect(await read(ctx, page_id)).toMatchObject({ html: '<p>one</p>', revision: 1 });
    expect(await keyIsFree(ctx, own)).toBe(true);
    expect((await patch(ctx, page_id, 1, edits, own)).replayed).toBe(false);
    expect(await effects(ctx, 'builder.patch')).toBe(1);
  });

  // Verifies: idempotency.crash.
  test('after the commit loses the answer only: the same call gets it', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    const own = newKey();
    const revive = crashAt('change.after-commit');
    await expect(patch(ctx, page_id, 1, [{ old: 'one', new: 'two' }], own)).rejects.toBeDefined();
    revive();
    const again = await patch(ctx, page_id, 1, [{ old: 'one', new: 'two' }], own);
    expect(again).toMatchObject({ replayed: true, result: { website: { draft_revision: 2 } } });
  });

  // Verifies: idempotency.crash.
  test('of the database connection before the commit is told, and the same call is then done once', async () => {
    const ctx = agentCtx();
    const { page_id } = await website(ctx);
    for (const [point, code] of [
      ['change.after-apply', 'service_unavailable'],
      ['change.before-commit', 'outcome_unknown'],
    ] as const) {
      const own = newKey();
      const { html, revision } = await read(ctx, page_id);
      const edits = [{ old: html, new: `${html}+` }];
      const revive = cutDatabaseAt(point, services.db);
      await expect(patch(ctx, page_id, revision, edits, own)).rejects.toMatchObject({ code });
      revive();
      expect((await read(ctx, page_id)).revision).toBe(revision);
      expect((await patch(ctx, page_id, revision, edits, own)).result.website.draft_revision).toBe(
        revision + 1,
      );
    }
  });

  test('of the blob store refuses large bodies without effect, small ones go on', async () => {
    const ctx = agentCtx();
    const large = await website(ctx, `one${'x'.repeat(300_000)}`);
    const small = await website(ctx);
    const own = newKey();
    const edits = [{ old: 'one', new: 'two' }];
    const [there, gone] = [join(services.folder, '.tmp'), join(services.folder, '.gone')];
    renameSync(there, gone);
    try {
      await expect(patch(ctx, large.page_id, 1, edits, own)).rejects.toMatchObject(
        errorWith('service_unavailable', { part: 'blob store' }),
      );
      expect(await keyIsFree(ctx, own)).toBe(true);
      await patch(ctx, small.page_id, 1, edits);
    } finally {
      renameSync(gone, there);
    }
    expect((await patch(ctx, large.page_id, 1, edits, own)).replayed).toBe(false);
    expect(await read(ctx, small.page_id)).toMatchObject({ html: '<p>two</p>', revision: 2 });
  });
});

describe('quotas', () => {
  // Verifies: limits.bytes-quota, limits.websites-quota.
  test('stored bytes stop what grows, never a clear; websites stop a creation', async () => {
    const ctx = agentCtx();
    const { page_id, word } = await website(ctx);
    const tally = (column: 'bytes' | 'websites', value: number) =>
      services.db.rows(
        sql`update builder.tally set ${sql.id(column)} = ${value} where account_id = ${ctx.account_id}`,
      );
    await tally('bytes', LIMITS.storedBytesPerAccountMax);
    const own = newKey();
    await expect(patch(ctx, page_id, 1, [{ old: 'one', new: 'two' }], own)).rejects.toMatchObject(
      errorWith('quota_exceeded'),
    );
    expect(await read(ctx, page_id)).toMatchObject({ revision: 1, html: '<p>one</p>' });
    expect(await keyIsFree(ctx, own)).toBe(true);
    await services.call(BUILDER.clear, ctx, {
      page_id,
      expected_revision: 1,
      idempotency_key: newKey(),
    });
    await tally('bytes', 0);
    await tally('websites', LIMITS.websitesPerAccountMax);
    const body = await putAdmitted(services, ctx, 'x');
    await expect(
      services.call(BUILDER.create, ctx, {
        title: 't',
        word,
        raw_html: body,
        idempotency_key: newKey(),
      }),
    ).rejects.toMatchObject(errorWith('quota_exceeded', { quota: 'websites' }));
  });
});

test('every effect left its row in an unbroken journal', async () => {
  expect(await verifyJournal(services.db)).toEqual([]);
});
