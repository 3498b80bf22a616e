import { bodyOf, newObject, putObject } from '@bridge/blobs';
import { BUILDER, LIMITS, type CallPrincipal, type WebsiteLayer } from '@bridge/contracts';
import { sql } from '@bridge/db';
import { randomIds } from '@bridge/kernel';
import {
  agentCtx,
  makeWebsite,
  newKey,
  ownerCtx,
  patchDraft,
  putAdmitted,
  readDraft,
  startTestServices,
  worldsModule,
  type TestServices,
} from '@bridge/testing';
import { readBody } from '@bridge/blobs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { builderModule } from '../module.ts';
import { expireUnsaved } from './end-unsaved.store.ts';

let services: TestServices;
beforeAll(async () => {
  services = await startTestServices([worldsModule, builderModule]);
});
afterAll(() => services.stop());

const ODD = '\ufeff<p>\u0000a\rb\r\nc\nd\u2028e</p>';
const LARGE = 'x'.repeat(300_000);
const layer = (content: string): WebsiteLayer => ({
  layer_id: 'one',
  name: 'One',
  kind: 'html',
  order: 0,
  visible: true,
  content,
});

/**
 * Unsaved edits that a test stores: the sequence number of the edits that they replace, their base revision and the edited
 * parts.
 */
interface TestEdits {
  readonly seq: number;
  readonly base?: number;
  readonly html?: string;
  readonly layers?: readonly WebsiteLayer[];
  readonly title?: string;
}

async function put(owner: CallPrincipal, page_id: number, edits: TestEdits) {
  const { seq, base = 1, html, layers, title } = edits;
  return services.call(BUILDER.unsavedPut, owner, {
    page_id,
    base_revision: base,
    seq,
    ...(title === undefined ? {} : { title }),
    ...(html === undefined ? {} : { raw_html: await putAdmitted(services, owner, html) }),
    ...(layers === undefined
      ? {}
      : { layers: await putAdmitted(services, owner, JSON.stringify(layers), 'ingest') }),
  });
}
async function read(owner: CallPrincipal, page_id: number) {
  const { result } = await services.call(BUILDER.unsavedGet, owner, { page_id, with_texts: true });
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const { raw_html } = result;
  const html =
    raw_html === undefined ? undefined : decoder.decode(await readBody(services.blobs, raw_html));
  return { ...result, html };
}
async function start(html?: string) {
  const agent = agentCtx();
  const owner = ownerCtx(agent.account_id ?? '');
  const { page_id } = await makeWebsite(services, agent, html === undefined ? {} : { html });
  return { agent, owner, page_id };
}
async function countObjects(): Promise<number> {
  let count = 0;
  for await (const { key } of services.blobs.list('body/')) count += key.length > 0 ? 1 : 0;
  return count;
}
const conflict = (expected: number, current: number) => ({
  code: 'revision_conflict',
  details: {
    what: 'unsaved_edits',
    expected_revision: expected,
    current_revision: current,
    page_id: expect.any(Number),
  },
});

describe('unsaved edits', () => {
  // Verifies: editor.unsaved, editor.exact, editor.agents-blind.
  test('are kept byte for byte beside the draft, which no agent sees change', async () => {
    const { agent, owner, page_id } = await start();
    const before = await readDraft(services, agent, page_id);
    const { result } = await put(owner, page_id, { seq: 0, html: ODD, title: 'Edited' });
    expect(result.seq).toBe(1);
    expect(await read(owner, page_id)).toMatchObject({
      seq: 1,
      base_revision: 1,
      title: 'Edited',
      html: ODD,
      dropped_at: null,
      edits: { seq: 1, base_revision: 1 },
    });
    expect(await readDraft(services, agent, page_id)).toEqual(before);
    const rows = await services.db.rows(
      sql`select 1 from effect.journal where account_id = ${owner.account_id} and page_id = ${page_id}`,
    );
    expect(rows).toHaveLength(1);
  });

  // Verifies: editor.owner-only, editor.agents-blind.
  test('answer a key with session_required, and another account as if the website did not exist', async () => {
    const { agent, owner, page_id } = await start();
    await put(owner, page_id, { seq: 0, html: 'edits' });
    const input = { page_id, with_texts: true };
    await expect(services.call(BUILDER.unsavedGet, agent, input)).rejects.toMatchObject({
      code: 'session_required',
    });
    await expect(services.call(BUILDER.unsavedGet, ownerCtx(), input)).rejects.toMatchObject({
      code: 'page_not_found',
    });
    await expect(put(ownerCtx(), page_id, { seq: 0, html: 'x' })).rejects.toMatchObject({
      code: 'page_not_found',
    });
  });

  // Verifies: editor.two-windows.
  test('refuse a window that has not seen the newest, also behind a save, and lose nothing', async () => {
    const { owner, page_id } = await start();
    await put(owner, page_id, { seq: 0, html: 'first window' });
    await expect(put(owner, page_id, { seq: 0, html: 'second window' })).rejects.toMatchObject(
      conflict(0, 1),
    );
    expect(await read(owner, page_id)).toMatchObject({ html: 'first window' });
    const input = { page_id, expected_revision: 1, seq: 1, idempotency_key: newKey() };
    await services.call(BUILDER.save, owner, input);
    await put(owner, page_id, { seq: 2, base: 2, html: 'newer' });
    // The second window sends the sequence number of edits that were saved and replaced meanwhile.
    await expect(put(owner, page_id, { seq: 1, html: 'second window' })).rejects.toMatchObject(
      conflict(1, 3),
    );
    expect(await read(owner, page_id)).toMatchObject({ html: 'newer' });
  });

  // Verifies: editor.two-windows.
  test('return the result of a call whose answer was lost, also of two copies at the same moment', async () => {
    const { owner, page_id } = await start();
    const first = await put(owner, page_id, { seq: 0, html: LARGE, layers: [layer('a')] });
    const again = await put(owner, page_id, { seq: 0, html: LARGE, layers: [layer('a')] });
    expect(again).toEqual({ result: first.result, replayed: true });
    const raw_html = await putAdmitted(services, owner, `${LARGE}!`);
    const input = { page_id, base_revision: 1, seq: 1, raw_html };
    const twins = await Promise.all(
      [1, 2].map(() => services.call(BUILDER.unsavedPut, owner, input)),
    );
    expect(twins.map(({ result }) => result.seq)).toEqual([2, 2]);
    expect(await read(owner, page_id)).toMatchObject({ html: `${LARGE}!` });
  });

  test('of eight windows at the same moment exactly one is kept', async () => {
    const { owner, page_id } = await start();
    const tries = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => put(owner, page_id, { seq: 0, html: `window ${n}` })),
    );
    const kept = tries.flatMap((one, n) => (one.status === 'fulfilled' ? [n] : []));
    expect(kept).toHaveLength(1);
    expect(await read(owner, page_id)).toMatchObject({ seq: 1, html: `window ${kept[0]}` });
  });

  // Verifies: storage.trash.
  test('keep the objects of edits before in the trash, and in their place while sweeps are held', async () => {
    const { owner, page_id } = await start();
    const object = async (): Promise<string> => {
      const { result } = await services.call(BUILDER.unsavedGet, owner, {
        page_id,
        with_texts: true,
      });
      if (result.raw_html === undefined || !('object' in result.raw_html)) expect.fail('inline');
      return result.raw_html.object;
    };
    const inTrash = async (key: string): Promise<boolean> => {
      for await (const entry of services.blobs.list('trash/'))
        if (entry.key.endsWith(key)) return true;
      return false;
    };
    const holdSweeps = (days: number) =>
      services.db.rows(
        sql`update builder.high_water set sweeps_held_until = now() + make_interval(days => ${days})`,
      );
    await put(owner, page_id, { seq: 0, html: LARGE });
    const held = await object();
    await holdSweeps(1);
    await put(owner, page_id, { seq: 1, html: `${LARGE}2` });
    expect(await services.blobs.stat(held)).not.toBeNull();
    const replaced = await object();
    await holdSweeps(-1);
    await put(owner, page_id, { seq: 2, html: 'short' });
    expect(await services.blobs.stat(replaced)).toBeNull();
    expect([await inTrash(held), await inTrash(replaced)]).toEqual([false, true]);
    await services.blobs.delete(held);
  });

  // Verifies: editor.one-owner.
  test('leave no object behind when they are replaced, and give theirs to the saved revision', async () => {
    const { agent, owner, page_id } = await start();
    const before = await countObjects();
    await put(owner, page_id, { seq: 0, html: LARGE });
    await put(owner, page_id, { seq: 1, html: `${LARGE}2`, layers: [layer(LARGE)] });
    expect(await countObjects()).toBe(before + 2);
    const kept = await read(owner, page_id);
    const input = { page_id, expected_revision: 1, seq: 2, idempotency_key: newKey() };
    await services.call(BUILDER.save, owner, input);
    expect(await countObjects()).toBe(before + 2);
    expect((await readDraft(services, agent, page_id)).raw_html).toEqual(kept.raw_html);
    expect(await read(owner, page_id)).toMatchObject({ seq: 3, edits: null, base_revision: null });
    const [tally] = await services.db.rows(
      sql<{
        unsaved_bytes: number;
      }>`select unsaved_bytes from builder.tally where account_id = ${owner.account_id}`,
    );
    expect(tally?.unsaved_bytes).toBe(0);
  });

  // Verifies: editor.drop.
  test('can be dropped and taken back byte for byte, unless newer ones replaced them', async () => {
    const { owner, page_id } = await start();
    await put(owner, page_id, { seq: 0, html: ODD });
    const mark = (seq: number, drop: boolean) =>
      services.call(BUILDER.unsavedDrop, owner, { page_id, seq, drop });
    expect((await mark(1, true)).result).toEqual({ seq: 2 });
    expect((await mark(1, true)).result).toEqual({ seq: 2 });
    // A window that sends the newest sequence number and has no edits: dropping changes nothing and returns the same number.
    expect((await mark(2, true)).result).toEqual({ seq: 2 });
    expect(await read(owner, page_id)).toMatchObject({
      edits: null,
      dropped_at: expect.any(String),
    });
    expect((await mark(2, false)).result).toEqual({ seq: 3 });
    expect(await read(owner, page_id)).toMatchObject({ html: ODD, edits: { seq: 3 } });
    await mark(3, true);
    await put(owner, page_id, { seq: 4, html: 'newer' });
    await expect(mark(4, false)).rejects.toMatchObject(conflict(4, 5));
  });

  // Verifies: editor.drop.
  test('that never were are dropped without a refusal, except by a window that has seen others', async () => {
    const { owner, page_id } = await start();
    const drop = (seq: number) =>
      services.call(BUILDER.unsavedDrop, owner, { page_id, seq, drop: true });
    expect((await drop(0)).result).toEqual({ seq: 0 });
    await expect(drop(4)).rejects.toMatchObject(conflict(4, 0));
  });

  // Verifies: editor.unsaved-limits.
  test('end after 30 days, dropped ones after 24 hours, and then need no bytes', async () => {
    const [old, dropped, young] = [await start(), await start(), await start()];
    for (const { owner, page_id } of [old, dropped, young])
      await put(owner, page_id, { seq: 0, html: 'edits' });
    const { owner, page_id } = dropped;
    await services.call(BUILDER.unsavedDrop, owner, { page_id, seq: 1, drop: true });
    await services.db.rows(
      sql`update builder.unsaved set at = at - interval '31 days' where page_id = ${old.page_id}`,
    );
    await services.db.rows(
      sql`update builder.unsaved set dropped_at = dropped_at - interval '25 hours' where page_id = ${page_id}`,
    );
    expect(await expireUnsaved(services.db, 100)).toBe(2);
    expect(await read(young.owner, young.page_id)).toMatchObject({ html: 'edits' });
    for (const one of [old, dropped])
      expect(await read(one.owner, one.page_id)).toMatchObject({ edits: null, dropped_at: null });
    const input = { page_id, seq: 2, drop: false };
    await expect(services.call(BUILDER.unsavedDrop, owner, input)).rejects.toMatchObject({
      code: 'revision_conflict',
    });
  });

  // Verifies: editor.unsaved-limits.
  test('of an account are refused above 500 MiB, and the edits before stay', async () => {
    const { owner, page_id } = await start();
    await put(owner, page_id, { seq: 0, html: 'kept' });
    await services.db.rows(
      sql`update builder.tally set unsaved_bytes = ${LIMITS.unsavedBytesPerAccountMax}
        where account_id = ${owner.account_id}`,
    );
    await expect(put(owner, page_id, { seq: 1, html: 'longer' })).rejects.toMatchObject({
      code: 'quota_exceeded',
    });
    expect(await read(owner, page_id)).toMatchObject({ html: 'kept', seq: 1 });
  });

  test('refuse an object that no call admitted, and layers of another form', async () => {
    const { owner, page_id } = await start();
    const body = await bodyOf(LARGE);
    const raw_html = await putObject(services.blobs, newObject(randomIds, 'body'), body);
    const input = { page_id, base_revision: 1, seq: 0, raw_html };
    await expect(services.call(BUILDER.unsavedPut, owner, input)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    const layers = await putAdmitted(services, owner, '{"a":1}', 'ingest');
    await expect(
      services.call(BUILDER.unsavedPut, owner, { page_id, base_revision: 1, seq: 0, layers }),
    ).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await read(owner, page_id)).toMatchObject({ seq: 0, edits: null });
  });

  test('cannot be based on a revision that the draft has not reached', async () => {
    const { agent, owner, page_id } = await start();
    await expect(put(owner, page_id, { seq: 0, base: 2, html: 'x' })).rejects.toMatchObject({
      code: 'revision_conflict',
    });
    await patchDraft(services, agent, { page_id, revision: 1 }, [{ old: 'one', new: 'two' }]);
    expect((await put(owner, page_id, { seq: 0, base: 2, html: 'x' })).result.seq).toBe(1);
  });
});
