import { expect, test } from 'vitest';
import type { ConsoleActivityEvent } from '../api/home.ts';
import { describeEffects, revisionsOf } from './describe-effect.ts';
import { foldEffects } from './fold-effects.ts';

const START = Date.parse('2026-11-24T10:00:00.000Z');

/** Makes an effect of the given author on the given website, `minute` minutes after a fixed start time. */
const effect = (
  minute: number,
  key: string,
  pageId: number | null,
  action = 'builder.patch',
): ConsoleActivityEvent => ({
  id: minute,
  at: new Date(START + minute * 60_000).toISOString(),
  action,
  surface: 'act',
  actor: { type: 'key', key_id: key, key_name: key },
  target: { page_id: pageId, word: 'harbour' },
  revision_before: action === 'builder.create' ? null : minute,
  revision_after: minute + 1,
  request_id: 'req_1',
});

// Verifies: console.activity.
test('effects of one author on one website within 10 minutes are one row, also between those of others', () => {
  const events = [
    effect(9, 'a', 1, 'builder.publish'),
    effect(8, 'b', 2),
    effect(7, 'a', 1),
    effect(6, 'b', 1),
    effect(5, 'a', 1),
    effect(0, 'a', 1, 'builder.create'),
  ];
  const ids = foldEffects(events).map(({ events: rows }) => rows.map(({ id }) => id));
  expect(ids).toEqual([[9, 7, 5, 0], [8], [6]]);
});

// Verifies: console.activity.
test('effects more than 10 minutes apart, on another website or on none stay apart', () => {
  const events = [
    effect(30, 'a', 1),
    effect(19, 'a', 1),
    effect(18, 'a', 2),
    effect(17, 'a', null),
    effect(16, 'a', null),
  ];
  expect(foldEffects(events)).toHaveLength(5);
});

// Verifies: console.activity.
test('a row of several actions names each of them in their order, and the first and the last revision', () => {
  const [row] = foldEffects([
    effect(9, 'a', 1, 'builder.publish'),
    effect(7, 'a', 1),
    effect(5, 'a', 1),
    effect(0, 'a', 1, 'builder.create'),
  ]);
  if (row === undefined) throw new Error('the effects are one row');
  expect(describeEffects(row.events)).toBe('made, changed (2 times) and published');
  expect(revisionsOf(row.events)).toEqual({ from: 1, to: 10 });
  expect(describeEffects([effect(2, 'a', 1), effect(1, 'a', 1)])).toBe('changed');
});
