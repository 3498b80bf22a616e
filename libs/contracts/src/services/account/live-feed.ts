import { z } from 'zod';
import { isoTime, keyId, pageId, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';

/** Maximum number of journal rows in one message. */
const FEED_ROWS_MAX = 500;

/** The actor of an effect. */
export const actorRecord = z.object({
  type: z.enum(['key', 'owner', 'system']),
  /** Id of the key that acted; where the owner acted on a key, that key's id. */
  key_id: keyId.nullable(),
  key_name: z.string().nullable(),
});
/** The actor of an effect. */
export type ActorRecord = z.output<typeof actorRecord>;

/** A node that an agent reports as running. */
export const accountNode = z.object({
  key_id: keyId,
  node_id: z.string().max(LIMITS.nodeIdCharsMax),
  label: z.string().nullable(),
  status: z.enum(['idle', 'working', 'waiting']).nullable(),
});
/** A node that an agent reports as running. */
export type AccountNode = z.output<typeof accountNode>;

export const liveFeed = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  budget: 'read',
  purpose:
    'Reads what a console that is open needs: the number of the last journal row, of the rows behind after the newest, and the nodes online.',
  input: z.object({
    /** Number of the row after which to read; null reads no rows. */
    after: z.int().nonnegative().nullable(),
    limit: z.int().min(1).max(FEED_ROWS_MAX),
  }),
  output: z.object({
    seq: z.int().nonnegative(),
    events: z.array(
      z.object({
        seq: z.int().positive(),
        at: isoTime,
        action: z.string(),
        actor: actorRecord,
        page_id: pageId.nullable(),
        word: word.nullable(),
        rev: z.int().positive().nullable(),
      }),
    ),
    nodes: z.array(accountNode),
  }),
});
