import { until } from '@bridge/testing';
import { describe, expect, it } from 'vitest';
import { SURFACES } from '../call.ts';
import { create, done, patchOf, refused, stage, unique, website } from '../stage.ts';
import { actHead, openRaw } from './raw.ts';
import { standing } from './standing.ts';

const one = await stage();
const other = await stage();
standing(() => one.on('act')('worlds.list', {}));

describe.each(SURFACES)('on %s', (surface) => {
  // Verifies: idempotency.twins.
  it('fifty parallel identical creates make one page, and every one of them ends with it', async () => {
    const call = one.on(surface);
    const payload = {
      title: 'G01',
      word: one.word,
      raw_html: '<p>G01',
      idempotency_key: unique('g01'),
    };
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, () => call('builder.create', payload)),
    );
    const settled = await Promise.all(
      outcomes.map(async (outcome) => {
        if (outcome.ok) return outcome;
        expect(['idempotency_in_progress', 'rate_limited']).toContain(outcome.error.code);
        expect(outcome.error).toMatchObject({ details: { retry_after_s: expect.any(Number) } });
        return call('builder.create', payload);
      }),
    );
    expect(new Set(settled.map((outcome) => website(outcome).page_id)).size).toBe(1);
    expect(outcomes.filter((outcome) => outcome.ok && !outcome.replayed)).toHaveLength(1);
    const { websites } = done<{
      websites: { title: string }[];
    }>(await call('builder.list', { limit: 100 }));
    expect(websites.filter(({ title }) => title === 'G01').length).toBe(surface === 'act' ? 1 : 2);
  });

  // Verifies: idempotency.account, idempotency.form.
  it('a key is bound to its call, has a form, and belongs to one account', async () => {
    const call = one.on(surface);
    const payload = {
      title: 'G02',
      word: one.word,
      raw_html: '<p>a',
      idempotency_key: unique('g02'),
    };
    const page = website(await call('builder.create', payload));
    refused(await call('builder.create', { ...payload, raw_html: '<p>b' }), 'idempotency_mismatch');
    refused(
      await call('builder.clear', {
        page_id: page.page_id,
        expected_revision: 1,
        idempotency_key: payload.idempotency_key,
      }),
      'idempotency_mismatch',
    );
    expect(done(await call('builder.get', { page_id: page.page_id }))).toMatchObject({
      raw_html: '<p>a',
      website: { draft_revision: 1 },
    });
    const withKey = (key: string) => call('builder.create', { ...payload, idempotency_key: key });
    for (const key of ['1234567', 'x'.repeat(129), 'has a space', 'ümlaut-key', 'slash/key1'])
      refused(await withKey(key), 'invalid_input');
    for (const key of [unique('g').slice(-8), unique('g02').padEnd(128, '.:_-')])
      website(await withKey(key));
    const theirs = await other.on(surface)('builder.create', { ...payload, word: other.word });
    expect(theirs).toMatchObject({ ok: true, replayed: false });
  });
});

// Verifies: idempotency.replay.
it('a patch whose client hung up is done once: its retry gets its own success, though another patch came after', async () => {
  const call = one.on('act');
  const page = await create(call, one.word);
  const first = patchOf(page, '<p>first</p>', '<p>1st</p>');
  const body = JSON.stringify({ action: 'builder.patch', payload: first });
  const { socket } = await openRaw();
  // The client disconnects without reading the answer, but only after the patch was done: an earlier reset could discard the request.
  socket.pause();
  socket.write(
    actHead(
      `Authorization: Bearer ${one.secret}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ) + body,
  );
  const get = async () => done(await call('builder.get', { page_id: page.page_id }));
  await until('the patch of the client that hung up', async () =>
    JSON.stringify(await get()).includes('1st'),
  );
  socket.resetAndDestroy();
  done(
    await call(
      'builder.patch',
      patchOf({ ...page, draft_revision: 2 }, '<p>second</p>', '<p>2nd</p>'),
    ),
  );
  const before = await get();
  const retried = await call('builder.patch', first);
  expect(retried).toMatchObject({ ok: true, replayed: true });
  expect(done(retried)).toMatchObject({ previous_revision: 1, website: { draft_revision: 2 } });
  expect(await get()).toEqual(before);
});
