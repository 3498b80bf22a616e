import { z } from 'zod';
import { isoTime, keyId, pageId, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';

/** Maximum number of journal (audit log) rows in one answer to the message `account.live_feed`. */
const FEED_ROWS_MAX = 500;

/** Schema of the actor that made a change: an agent key, the owner or the system. */
export const actorRecord = z.object({
  type: z.enum(['key', 'owner', 'system']),
  /** Id of the key that acted, or, when the owner acted, of the key that the owner changed; null without a key. */
  key_id: keyId.nullable(),
  key_name: z.string().nullable(),
});
/** The actor that made a change: an agent key, the owner or the system. */
export type ChangeActor = z.output<typeof actorRecord>;

/** Schema of a node, a running agent program that sends heartbeats. */
export const accountNode = z.object({
  key_id: keyId,
  node_id: z.string().max(LIMITS.nodeIdCharsMax),
  label: z.string().nullable(),
  status: z.enum(['idle', 'working', 'waiting']).nullable(),
});
/** A node, a running agent program that sends heartbeats. */
export type OnlineAgentNode = z.output<typeof accountNode>;

/** Schema of an effect (a committed change) in the console’s event stream: one row of the account’s journal (audit log). */
export const journalEvent = z.object({
  seq: z.int().positive(),
  at: isoTime,
  action: z.string(),
  actor: actorRecord,
  page_id: pageId.nullable(),
  word: word.nullable(),
  /** The revision of the website’s draft after the change. */
  rev: z.int().positive().nullable(),
});

export const liveFeed = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose:
    'Reads the data for an open console: the number of the last journal row, the newest rows after the row `after`, and the nodes online.',
  input: z.object({
    /** Number of a row of the journal (audit log); rows after it are returned. With null no rows are returned. */
    after: z.int().nonnegative().nullable(),
    limit: z.int().min(1).max(FEED_ROWS_MAX),
  }),
  output: z.object({
    seq: z.int().nonnegative(),
    events: z.array(journalEvent),
    nodes: z.array(accountNode),
  }),
});
