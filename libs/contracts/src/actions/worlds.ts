import { z } from 'zod';
import { idempotencyKey, word } from '../common.ts';
import { defineAction } from '../define.ts';
import { worldRecord } from '../records.ts';

export const worldsList = defineAction({
  name: 'worlds.list',
  service: 'worlds',
  kind: 'read',
  set: 'read',
  tool: { title: 'List Worlds' },
  purpose:
    'Lists the Worlds the account founded or may contribute to, with their public addresses and what this key may do there. Changes nothing. Scope worlds.list. Likely errors: key_invalid, rate_limited.',
  input: z.strictObject({}),
  output: z.strictObject({ worlds: z.array(worldRecord) }),
  errors: [],
  example: {},
});

export const worldsFound = defineAction({
  name: 'worlds.found',
  service: 'worlds',
  kind: 'add',
  set: 'draft',
  tool: { title: 'Found a World' },
  purpose:
    'Claims an unused word as a new World, a public identity of the account; no website is published by it. Scope worlds.found. Likely errors: word_unavailable (details.reason: yours can be used as it is; owned and reserved cannot), quota_exceeded.',
  input: z.strictObject({ word, idempotency_key: idempotencyKey }),
  output: z.strictObject({ world: worldRecord }),
  errors: [
    'word_unavailable',
    'key_world_not_allowed',
    'quota_exceeded',
    'idempotency_mismatch',
    'idempotency_in_progress',
  ],
  example: { word: 'moonlit-press', idempotency_key: 'found-moonlit-press-1' },
});
