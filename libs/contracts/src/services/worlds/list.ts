import { z } from 'zod';
import { defineAction } from '../../define.ts';
import { worldRecord } from '../../records.ts';

export const listWorlds = defineAction({
  name: 'worlds.list',
  kind: 'read',
  set: 'read',
  tool: { title: 'List Worlds' },
  aliases: ['worlds.get', 'world.list'],
  purpose:
    'Lists the Worlds the account founded or may contribute to, with their public addresses and what this key may do there. Changes nothing. Scope worlds.list. Likely errors: key_invalid, rate_limited.',
  input: z.strictObject({}),
  output: z.strictObject({ worlds: z.array(worldRecord) }),
  errors: [],
  example: {},
});
