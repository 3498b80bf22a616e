import { metricsText, ResourceScope, DEFAULT_POLICY } from '@bridge/kernel';
import { gaugeIn } from '@bridge/testing';
import { expect, test } from 'vitest';
import { BodyBudget } from './body-budget.ts';

const MIB = 1024 * 1024;
const refused = (code: string) => expect.objectContaining({ code, retryAfterS: 1 });

/** Starts a request of the key `who`. Returns its reservation, and the scope whose end releases the reservation. */
function request(budget: BodyBudget, who: string) {
  const scope = new ResourceScope();
  return { scope, reservation: budget.admit(scope, who) };
}

// Verifies: limits.in-flight.
test('a key has 20 calls in flight and gets a reservation back with the end of one', () => {
  const budget = new BodyBudget(DEFAULT_POLICY);
  const calls = Array.from({ length: 20 }, () => request(budget, 'key_1'));
  expect(() => request(budget, 'key_1')).toThrow(refused('rate_limited'));
  expect(() => request(budget, 'key_2')).not.toThrow();
  calls[0]?.scope.end();
  calls[0]?.scope.end();
  request(budget, 'key_1');
  expect(() => request(budget, 'key_1')).toThrow(refused('rate_limited'));
});

test('a call whose scope has ended before it is admitted holds nothing', () => {
  const budget = new BodyBudget(DEFAULT_POLICY);
  const scope = new ResourceScope();
  scope.end();
  budget.admit(scope, 'key_1').grow(20 * MIB);
  expect(budget.held()).toEqual({ calls: 0, bytes: 0, large: 0 });
});

// Verifies: limits.in-flight.
test('a key has two calls over 1 MiB in flight', () => {
  const budget = new BodyBudget(DEFAULT_POLICY);
  const calls = [1, 2, 3].map(() => request(budget, 'key_1'));
  calls[0]?.reservation.grow(2 * MIB);
  calls[1]?.reservation.grow(2 * MIB);
  expect(() => calls[2]?.reservation.grow(2 * MIB)).toThrow(refused('rate_limited'));
  expect(() => calls[2]?.reservation.grow(MIB)).not.toThrow();
  calls[0]?.scope.end();
  expect(() => calls[2]?.reservation.grow(2 * MIB)).not.toThrow();
  expect(() => request(budget, 'key_1').reservation.grow(2 * MIB)).toThrow(refused('rate_limited'));
});

// Verifies: limits.in-flight.
test('a key keeps its count while a call of it is in flight, however many keys there are', () => {
  const budget = new BodyBudget(DEFAULT_POLICY);
  for (let n = 0; n < 1_100; n += 1) request(budget, `other_${n}`);
  const calls = Array.from({ length: 20 }, () => request(budget, 'key_1'));
  for (const { scope } of calls.slice(1)) scope.end();
  for (let n = 0; n < 19; n += 1) request(budget, 'key_1');
  expect(() => request(budget, 'key_1')).toThrow(refused('rate_limited'));
});

test('a body of 1 MiB is not large', () => {
  const budget = new BodyBudget(DEFAULT_POLICY);
  const { scope, reservation } = request(budget, 'key_1');
  reservation.grow(MIB);
  expect(budget.held()).toEqual({ calls: 1, bytes: MIB, large: 0 });
  scope.end();
  expect(budget.held()).toEqual({ calls: 0, bytes: 0, large: 0 });
});

test('a body that grows takes only what it lacks', () => {
  const { reservation } = request(new BodyBudget(DEFAULT_POLICY), 'key_1');
  reservation.grow(100 * MIB);
  expect(() => reservation.grow(200 * MIB)).not.toThrow();
});

test('metrics tell what is held, until the budget leaves them', async () => {
  const gauges = async (): Promise<readonly number[]> => {
    const text = await metricsText();
    return ['calls_in_flight', 'body_bytes_held', 'large_bodies_held'].map((name) =>
      gaugeIn(text, name),
    );
  };
  const budget = new BodyBudget(DEFAULT_POLICY);
  const others = await gauges();
  const leave = budget.expose();
  for (let n = 0; n < 2; n += 1) request(budget, 'key_1').reservation.grow(2 * MIB);
  request(budget, 'key_1');
  const all = await gauges();
  expect(all.map((value, i) => value - (others[i] ?? 0))).toEqual([3, 4 * MIB, 2]);
  leave();
  expect(await gauges()).toEqual(others);
});

// Verifies: limits.large-bodies.
test('a gateway holds eight large bodies and 256 MiB, and releases all of it', () => {
  const budget = new BodyBudget(DEFAULT_POLICY);
  const calls = Array.from({ length: 9 }, (_, i) => request(budget, `key_${i}`));
  for (const { reservation } of calls.slice(0, 8)) reservation.grow(20 * MIB);
  expect(() => calls[8]?.reservation.grow(2 * MIB)).toThrow(refused('service_unavailable'));
  for (const { scope } of calls) scope.end();
  expect(budget.held()).toEqual({ calls: 0, bytes: 0, large: 0 });
  const more = Array.from({ length: 5 }, (_, i) => request(budget, `key_${i}`));
  for (const { reservation } of more.slice(0, 4)) reservation.grow(64 * MIB);
  expect(() => more[4]?.reservation.grow(1)).toThrow(refused('service_unavailable'));
});

test('a body that grows beyond 1 MiB while it is read counts as large once', () => {
  const budget = new BodyBudget(DEFAULT_POLICY);
  const { scope, reservation } = request(budget, 'key_1');
  for (let bytes = 0; bytes < 4 * MIB; bytes += MIB / 2) reservation.grow(bytes);
  expect(budget.held()).toMatchObject({ large: 1 });
  scope.end();
  reservation.grow(10 * MIB);
  expect(budget.held()).toEqual({ calls: 0, bytes: 0, large: 0 });
});
