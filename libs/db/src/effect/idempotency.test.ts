import { FINGERPRINT_VERSION } from '@bridge/contracts';
import { testDb, type ConnectedTestDatabase } from '@bridge/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  claimKey,
  findKey,
  LockedIdempotencyKeyError,
  releaseKey,
  replayOf,
  settleKey,
  type AccountIdempotencyKey,
  type IdempotencyRow,
} from './idempotency.ts';
import { EFFECT_MIGRATIONS } from './migrations.ts';

let opened: ConnectedTestDatabase;
beforeAll(async () => {
  opened = await testDb({ schema: 'effect', migrations: EFFECT_MIGRATIONS });
});
afterAll(() => opened.close());

const CLAIM = { action: 'builder.patch', fp: 'fp-1' };
const PAGE_OF_MOON = { response: '{"page_id":1}', words: ['moon', 'sun'] };
let made = 0;
const newKey = (accountId = 'acc_1'): AccountIdempotencyKey => ({
  accountId,
  key: `some-key-${(made += 1)}`,
});
const used = (row: Partial<IdempotencyRow>): IdempotencyRow => ({
  fp: 'fp-1',
  fp_v: FINGERPRINT_VERSION,
  words: [],
  response: '{}',
  publication_id: null,
  ...row,
});

describe('an idempotency key', () => {
  test('is claimed once per account; a second claim is refused', async () => {
    const key = newKey();
    expect(await claimKey(opened.db, key, CLAIM)).toBe(true);
    expect(await claimKey(opened.db, key, CLAIM)).toBe(false);
    expect(await claimKey(opened.db, { ...key, accountId: 'acc_2' }, CLAIM)).toBe(true);
  });

  // Verifies: idempotency.twin-wait.
  test('that another transaction holds is reported as locked; any other error stays as it is', async () => {
    const key = newKey();
    await opened.db.transaction({}, async (holder) => {
      await claimKey(holder, key, CLAIM);
      const twin = opened.db.transaction({}, (tx) => claimKey(tx, key, CLAIM));
      await expect(twin).rejects.toBeInstanceOf(LockedIdempotencyKeyError);
    });
    const without = { ...newKey(), accountId: null as unknown as string };
    await expect(claimKey(opened.db, without, CLAIM)).rejects.toMatchObject({ code: '23502' });
  });

  test('holds its claim until it is settled, and then the response with its Worlds', async () => {
    const [key, other] = [newKey(), newKey()];
    expect(await findKey(opened.db, key)).toBeUndefined();
    await claimKey(opened.db, key, { ...CLAIM, publicationId: 'pub_1' });
    await claimKey(opened.db, other, CLAIM);
    const claimed = used({ response: null, publication_id: 'pub_1' });
    expect(await findKey(opened.db, key)).toEqual(claimed);
    await settleKey(opened.db, key, PAGE_OF_MOON);
    expect(await findKey(opened.db, key)).toEqual({ ...claimed, ...PAGE_OF_MOON });
    expect(await findKey(opened.db, other)).toEqual(used({ response: null }));
  });

  // Verifies: idempotency.refusal-frees.
  test('is freed while it has no response, and never afterwards', async () => {
    const [open, settled] = [newKey(), newKey()];
    for (const key of [open, settled]) await claimKey(opened.db, key, CLAIM);
    await settleKey(opened.db, settled, PAGE_OF_MOON);
    for (const key of [open, settled]) await releaseKey(opened.db, key);
    expect(await findKey(opened.db, open)).toBeUndefined();
    expect(await findKey(opened.db, settled)).toMatchObject(PAGE_OF_MOON);
  });
});

describe('a replay', () => {
  test('of the same call is its stored response, or null while a publication is pending', () => {
    const caller = { fp: 'fp-1', worlds: null };
    expect(replayOf(used({ response: '{"a":1}', words: ['moon'] }), caller)).toBe('{"a":1}');
    expect(replayOf(used({ response: null }), caller)).toBeNull();
  });

  test('of another call with the same key is refused', () => {
    expect(() => replayOf(used({}), { fp: 'fp-2', worlds: null })).toThrow(
      expect.objectContaining({ code: 'idempotency_mismatch' }),
    );
  });

  test('of a call that an older rule fingerprinted is not compared', () => {
    const row = used({ fp_v: FINGERPRINT_VERSION - 1 });
    expect(replayOf(row, { fp: 'fp-2', worlds: null })).toBe('{}');
  });

  test('that touched a World outside of the key’s is refused, and names the World', () => {
    const row = used({ words: ['moon', 'sun'] });
    expect(replayOf(row, { fp: 'fp-1', worlds: ['sun', 'moon'] })).toBe('{}');
    expect(() => replayOf(row, { fp: 'fp-1', worlds: ['moon'] })).toThrow(
      expect.objectContaining({ code: 'key_world_not_allowed', details: { word: 'sun' } }),
    );
    expect(() => replayOf(row, { fp: 'fp-1', worlds: [] })).toThrow(
      expect.objectContaining({ details: { word: 'moon' } }),
    );
  });
});
