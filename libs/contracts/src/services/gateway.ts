import { z } from 'zod';
import { defineMessage } from '../define.ts';
import { defineService } from '../service.ts';

const keyAlive = defineMessage({
  callers: ['sites'],
  callClass: 'public',
  purpose:
    'Returns whether the key with this mark is active. A mark is the first 6 bytes of the SHA-256 under which the key is stored.',
  input: z.object({ key_mark: z.string().regex(/^[0-9a-f]{12}$/) }),
  output: z.object({ alive: z.boolean() }),
});

/** Messages from other services that the gateway answers. */
export const GATEWAY = defineService('gateway', { keyAlive });
