import type { ConsoleHomeAnswer } from '@bridge/contracts';
import { expect, test } from 'vitest';
import { describeNews, newsBetween } from './describe-news.ts';

const AT = '2026-11-24T10:00:00.000Z';
const HOME: ConsoleHomeAnswer = {
  attention: [],
  agents: [],
  live: [],
  live_total: 0,
  lately: [],
  quota: [],
  messages_waiting: 0,
  steps: null,
  seq: 7,
  chain: { to: 0, at: null, ok: true, first_bad: null },
  missing: [],
};
const effect = (id: number): ConsoleHomeAnswer['lately'][number] => ({
  id,
  at: AT,
  action: 'builder.patch',
  surface: 'act',
  actor: { type: 'key', key_id: null, key_name: 'laptop' },
  target: { page_id: 42, word: 'harbour' },
  revision_before: id - 1,
  revision_after: id,
  request_id: 'req_1',
});
const message: ConsoleHomeAnswer['attention'][number] = {
  kind: 'message',
  ref: 'account',
  since: AT,
  facts: { n: 1 },
};

// Verifies: console.live-aloud.
test('what arrived since the last sentence is one sentence: the newest effect, how many before, and what needs attention', () => {
  const after = { ...HOME, seq: 9, lately: [effect(9), effect(8), effect(7)] };
  const news = newsBetween(HOME, after);
  if (news === null) throw new Error('two effects are news');
  expect(describeNews(news, 'Moonlit Press')).toBe(
    'New: laptop changed Moonlit Press, r9, and 1 effect before.',
  );
  const noticed = newsBetween(after, { ...after, attention: [message] });
  if (noticed === null) throw new Error('a notice is news');
  expect(describeNews(noticed, null)).toBe('Needs attention: 1 message of agents waiting for you.');
});

// Verifies: console.live-aloud.
test('a read with nothing new says nothing', () => {
  expect(newsBetween(HOME, { ...HOME, lately: [effect(7), effect(6)] })).toBeNull();
  const noticed = { ...HOME, attention: [message] };
  expect(newsBetween(noticed, { ...noticed, attention: [] })).toBeNull();
});
