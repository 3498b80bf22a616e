import { ACTIVITY_KINDS, hideRequest } from '@bridge/contracts';
import { expect, test } from 'vitest';
import { matchRoute } from '../routes.ts';
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
