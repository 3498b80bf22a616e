import { expect, test } from 'vitest';
import { BodyBudget } from './body-budget.ts';
import { DEFAULT_POLICY } from './policy.ts';

const MIB = 1024 * 1024;
const refused = (code: string) => expect.objectContaining({ code, retryAfterS: 1 });

test('a key has 20 calls in flight and gets its place back', () => {
  const budget = new BodyBudget(DEFAULT_POLICY);
  const places = Array.from({ length: 20 }, () => budget.enter('key_1'));
  expect(() => budget.enter('key_1')).toThrow(refused('rate_limited'));
  expect(() => budget.enter('key_2')).not.toThrow();
  places[0]?.release();
  places[0]?.release();
  budget.enter('key_1');
  expect(() => budget.enter('key_1')).toThrow(refused('rate_limited'));
});

test('a key has two calls over 1 MiB in flight', () => {
  const budget = new BodyBudget(DEFAULT_POLICY);
  const places = [1, 2, 3].map(() => budget.enter('key_1'));
  places[0]?.grow(2 * MIB);
  places[1]?.grow(2 * MIB);
  expect(() => places[2]?.grow(2 * MIB)).toThrow(refused('rate_limited'));
  expect(() => places[2]?.grow(MIB)).not.toThrow();
  places[0]?.release();
  expect(() => places[2]?.grow(2 * MIB)).not.toThrow();
});

test('a gateway holds eight large bodies and 256 MiB, and gives it all back', () => {
  const budget = new BodyBudget(DEFAULT_POLICY);
  const places = Array.from({ length: 9 }, (_, i) => budget.enter(`key_${i}`));
  for (const place of places.slice(0, 8)) place.grow(20 * MIB);
  expect(() => places[8]?.grow(2 * MIB)).toThrow(refused('service_unavailable'));
  for (const place of places) place.release();
  expect(budget.held()).toEqual({ bytes: 0, large: 0 });
  const more = Array.from({ length: 5 }, (_, i) => budget.enter(`key_${i}`));
  for (const place of more.slice(0, 4)) place.grow(64 * MIB);
  expect(() => more[4]?.grow(1)).toThrow(refused('service_unavailable'));
});

test('a body that grows past 1 MiB on the way counts as large once', () => {
  const budget = new BodyBudget(DEFAULT_POLICY);
  const place = budget.enter('key_1');
  for (let bytes = 0; bytes < 4 * MIB; bytes += MIB / 2) place.grow(bytes);
  expect(budget.held()).toMatchObject({ large: 1 });
  place.release();
  place.grow(10 * MIB);
  expect(budget.held()).toEqual({ bytes: 0, large: 0 });
});
