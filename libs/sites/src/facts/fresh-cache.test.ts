import { BridgeError } from '@bridge/kernel';
import { fakeClock } from '@bridge/testing';
import { describe, expect, test } from 'vitest';
import { FRESH_MS, PublicStateCache, STALE_MS } from './fresh-cache.ts';

/** The value that the cache under test stores. */
interface VersionedFact {
  readonly text: string;
  readonly version: number;
}
const AWAY = new BridgeError('service_unavailable', {});

function cacheOf(first: VersionedFact) {
  const state = {
    now: first,
    error: undefined as BridgeError | undefined,
    loads: 0,
    gate: Promise.resolve(),
  };
  const clock = fakeClock();
  const cache = new PublicStateCache<string, VersionedFact>({
    clock,
    entriesMax: 3,
    load: async () => {
      state.loads += 1;
      const { now, error } = state;
      await state.gate;
      if (error !== undefined) throw error;
      return now;
    },
    versionOf: ({ version }) => version,
  });
  return { state, clock, cache, text: async () => (await cache.get('x')).text };
}
const gate = () => {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
};

describe('while the service answers', () => {
  test('a change is visible within a second, and no request is sent in between', async () => {
    const { state, clock, text } = cacheOf({ text: 'old', version: 1 });
    expect(await text()).toBe('old');
    state.now = { text: 'new', version: 2 };
    clock.advance(FRESH_MS - 1);
    expect(await text()).toBe('old');
    expect(state.loads).toBe(1);
    clock.advance(1);
    expect(await text()).toBe('new');
  });

  test('a hint makes the change seen at once', async () => {
    const { state, cache, text } = cacheOf({ text: 'old', version: 1 });
    await text();
    state.now = { text: 'new', version: 2 };
    cache.announce('x', 2);
    expect(await text()).toBe('new');
    cache.announce('x', 1);
    await text();
    expect(state.loads).toBe(2);
  });

  test('a hint that comes while an older answer is in flight is not lost', async () => {
    const { state, cache, text } = cacheOf({ text: 'old', version: 1 });
    const slow = gate();
    state.gate = slow.promise;
    const asked = text();
    state.now = { text: 'new', version: 2 };
    cache.announce('x', 2);
    slow.open();
    expect(await asked).toBe('new');
  });

  test('an answer older than one seen before is not served', async () => {
    const { state, clock, text } = cacheOf({ text: 'new', version: 2 });
    await text();
    clock.advance(FRESH_MS);
    state.now = { text: 'old', version: 1 };
    expect(await text()).toBe('new');
  });

  test('a thousand concurrent reads of one key cause one load', async () => {
    const { state, text } = cacheOf({ text: 'one', version: 1 });
    await Promise.all(Array.from({ length: 1_000 }, text));
    expect(state.loads).toBe(1);
  });

  test('the cache keeps at most its limit of entries; the least recently used one goes first', async () => {
    const { state, cache } = cacheOf({ text: 'one', version: 1 });
    for (const key of ['a', 'b', 'c', 'd']) await cache.get(key);
    expect(state.loads).toBe(4);
    expect(['a', 'b', 'c', 'd'].map((key) => cache.peek(key) !== undefined)).toEqual([
      false,
      true,
      true,
      true,
    ]);
  });
});

describe('while the service is unavailable', () => {
  test('known facts are served for ten minutes, then no longer', async () => {
    const { state, clock, text } = cacheOf({ text: 'kept', version: 1 });
    await text();
    state.error = AWAY;
    clock.advance(STALE_MS);
    expect(await text()).toBe('kept');
    clock.advance(1);
    await expect(text()).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  test('it receives one request a second and not one per reader', async () => {
    const { state, clock, text } = cacheOf({ text: 'kept', version: 1 });
    await text();
    state.error = AWAY;
    clock.advance(FRESH_MS);
    for (let reader = 0; reader < 100; reader += 1) await text();
    expect(state.loads).toBe(2);
    state.error = undefined;
    state.now = { text: 'back', version: 2 };
    clock.advance(1_000);
    expect(await text()).toBe('back');
  });

  test('a takedown that was announced is never served stale', async () => {
    const { state, cache, text } = cacheOf({ text: 'taken down since', version: 1 });
    await text();
    cache.announce('x', 2);
    state.error = AWAY;
    for (let reader = 0; reader < 3; reader += 1)
      await expect(text()).rejects.toMatchObject({ code: 'service_unavailable' });
    state.error = undefined;
    state.now = { text: 'suspended', version: 2 };
    expect(await text()).toBe('suspended');
  });

  test('an error about the thing itself is an answer: nothing older is served after it', async () => {
    const { state, clock, text } = cacheOf({ text: 'was here', version: 1 });
    await text();
    clock.advance(FRESH_MS);
    state.error = new BridgeError('gone', {});
    await expect(text()).rejects.toMatchObject({ code: 'gone' });
    state.error = AWAY;
    await expect(text()).rejects.toMatchObject({ code: 'service_unavailable' });
  });
});
