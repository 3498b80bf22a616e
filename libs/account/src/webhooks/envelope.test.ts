import { expect, test } from 'vitest';
import { envelopeOf } from './envelope.ts';

const KEY = `key_${'a'.repeat(26)}`;
const ROW = {
  seq: 7,
  at: new Date('2026-11-23T10:42:00.000Z'),
  action: 'builder.world_off',
  event: 'page.taken_off',
  key_id: null,
  surface: 'console',
  page_id: 42,
  word: 'harbour',
  rev_before: null,
  rev_after: null,
  request_id: 'req_1',
  prev: '',
} as const;

// Verifies: webhooks.payload.
test.each([
  ['owner', null, 'owner'],
  ['owner', KEY, 'owner'],
  ['system', KEY, 'system'],
  ['founder', null, 'founder'],
  [KEY, KEY, 'key'],
])('an event of the actor %s with the key %s names %s as its actor', (actor, key_id, named) => {
  const { id, body } = envelopeOf('wh_1', { ...ROW, actor, key_id });
  expect(id).toBe('msg_1_7');
  expect(JSON.parse(body)).toMatchObject({
    type: 'page.taken_off',
    data: { seq: 7, actor: named, key_id, page_id: 42, word: 'harbour' },
  });
});
