import { z } from 'zod';
import { idempotencyKey, word } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { worldRecord } from '../../records.ts';

export const found = defineAction({
  name: 'worlds.found',
  kind: 'add',
  set: 'draft',
  accountRate: 'found',
  tool: { title: 'Found a World' },
  aliases: ['worlds.create', 'worlds.claim', 'worlds.new', 'world.found', 'world.create'],
  purpose:
    'Claims an unused word as a new World, a public identity of the account; no website is published by it. Scope worlds.found. Likely errors: word_unavailable (details.reason: yours can be used as it is; owned and reserved cannot), quota_exceeded.',
  input: z.strictObject({ word, idempotency_key: idempotencyKey }),
  output: z.strictObject({ world: worldRecord }),
  errors: ['word_unavailable', 'key_world_not_allowed', 'quota_exceeded'],
  example: { word: 'moonlit-press', idempotency_key: 'found-moonlit-press-1' },
});
