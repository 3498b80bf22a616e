import { ACTIVITY_KINDS, hideRequest } from '@bridge/contracts';
import { expect, test } from 'vitest';
import { matchRoute } from '../routes.ts';
import { nowMs } from '../ui/time.tsx';
import { describeAttention } from './describe-attention.ts';

const REFS: Readonly<Record<string, string>> = {
  key_expiring: 'key_1a',
  refusals: 'key_1a insufficient_scope',
  invitation: 'moonlit-press',
};

// Verifies: home.attention.
test.each(hideRequest.shape.kind.options)(
  'a notice of kind %s leads to a screen that exists',
  (kind) => {
    const item = { kind, ref: REFS[kind] ?? '42', since: '2026-11-24T10:00:00.000Z', facts: {} };
    const { to, sentence, action } = describeAttention(item);
    const [path = '', query = ''] = to.split('?');
    expect(matchRoute(path), to).not.toBeNull();
    const filter = new URLSearchParams(query).get('kind');
    if (filter !== null) expect(Object.keys(ACTIVITY_KINDS)).toContain(filter);
    expect(sentence).not.toBe('');
    expect(action).not.toBe('');
  },
);

// Verifies: home.attention.
test.each([
  [5 * 24, '“laptop” expires in 5 days.', '/keys/key_1a?rotate', 'Rotate'],
  [-2, '“laptop” expired 2 hours ago: its agent is refused.', '/keys/new', 'Make another'],
])('a key that ends in %i hours is named with its remedy', (hours, sentence, to, action) => {
  const expires_at = new Date(nowMs() + hours * 3_600_000).toISOString();
  const facts = { key_name: 'laptop', expires_at, days: 3 };
  const item = { kind: 'key_expiring', ref: 'key_1a', since: expires_at, facts } as const;
  expect(describeAttention(item)).toEqual({ sentence, to, action, isTimed: true });
});
