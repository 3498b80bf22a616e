import { expect, test } from 'vitest';
import { groupRefusals, minutesOf } from './group-refusals.ts';

const row = (minute: string, action: string, n: number) => ({
  minute: `2026-11-23T10:${minute}:00.000Z`,
  key_id: 'key_1',
  key_name: 'laptop',
  action,
  code: 'insufficient_scope',
  n,
});
const ROWS = [
  row('41', 'builder.publish', 3),
  row('40', 'builder.clear', 1),
  row('20', 'builder.publish', 38),
];

test('refusals are summed up by key, action and code, the newest first', () => {
  expect(groupRefusals(ROWS).map(({ action, n, last }) => [action, n, last.slice(14, 16)])).toEqual(
    [
      ['builder.publish', 41, '41'],
      ['builder.clear', 1, '40'],
    ],
  );
});

test('the bars are the 60 minutes up to the newest refusal, also those without any', () => {
  const minutes = minutesOf([...ROWS, row('41', 'builder.clear', 2)]);
  expect(minutes).toHaveLength(60);
  expect(minutes.at(-1)?.refused).toBe(5);
  expect(minutes.at(-2)?.refused).toBe(1);
  expect(minutes.filter(({ refused }) => refused > 0)).toHaveLength(3);
});
