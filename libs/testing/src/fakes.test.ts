import { randomIds } from '@bridge/kernel';
import { expect, test } from 'vitest';
import { fakeClock } from './fake-clock.ts';
import { countingIds } from './fake-ids.ts';
import { until } from './until.ts';

test('a fake clock moves only when it is told to, both readings alike', () => {
  const clock = fakeClock(1_000);
  expect([clock.now(), clock.monotonic()]).toEqual([1_000, 0]);
  clock.advance(250);
  expect([clock.now(), clock.monotonic()]).toEqual([1_250, 250]);
});

test('counting ids look like real ones', () => {
  const ids = countingIds();
  const made = ids.make('req');
  expect(made).toMatch(/^req_0+1$/);
  expect(made).toHaveLength(randomIds.make('req').length);
  expect(ids.make('key')).toMatch(/^key_0+2$/);
});

test('until says what it waited for, and why it did not come', async () => {
  const condition = () => Promise.reject(new Error('not there'));
  await expect(until('the thing', condition, 30)).rejects.toMatchObject({
    message: 'waited 30 ms in vain: the thing',
    cause: new Error('not there'),
  });
  expect(await until('a value', () => 'value')).toBe('value');
});
