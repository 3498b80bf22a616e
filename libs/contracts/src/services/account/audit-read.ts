import { z } from 'zod';
import {
  accountId,
  afterId,
  isoTime,
  keyId,
  listLimit,
  pageId,
  sha256Hex,
  word,
} from '../../common.ts';
import { defineAction } from '../../define.ts';
import { LIMITS } from '../../limits.ts';

const revision = z.int().positive().nullable();
const filterTime = isoTime.max(LIMITS.auditTimeCharsMax);

/** Schema of one effect (a committed change) in the account, in the result of the action audit.read. Spec: audit.own. */
const auditEvent = z.strictObject({
  id: z.int().positive().describe('Number of the row in the journal of the account, without gaps.'),
  at: isoTime,
  action: z.string(),
  surface: z.string(),
  actor: z.strictObject({
    type: z.enum(['key', 'owner', 'system']),
    key_id: keyId
      .nullable()
      .describe('The key that acted; where the owner acted on a key, that key.'),
    key_name: z.string().nullable(),
  }),
  target: z.strictObject({ page_id: pageId.nullable(), word: word.nullable() }),
  revision_before: revision,
  revision_after: revision,
  request_id: z.string(),
});

export const auditRead = defineAction({
  name: 'audit.read',
  kind: 'read',
  set: 'none',
  purpose:
    'Reads the journal of effects, oldest first, at most 90 days back: who did what, when, to which website, from which revision to which. A key sees what its own calls did; with the owner’s consent audit_all, given when the key was made, all of the account. refusals counts the refused calls of this key by minute, newest first, 7 days. Filters narrow the events; a page may hold fewer events than limit: page on with after_id = next_after_id until it is null. Scope audit.read. Likely errors: key_world_not_allowed, rate_limited.',
  input: z.strictObject({
    limit: listLimit,
    after_id: afterId,
    page_id: pageId.optional().describe('Only events of this website.'),
    word: word.optional().describe('Only events in this World.'),
    action: z
      .string()
      .max(LIMITS.auditActionCharsMax)
      .regex(/^[a-z_]+\.[a-z_]+$/)
      .optional()
      .describe('Only events of this action, as builder.patch or keys.create.'),
    since: filterTime.optional().describe('Only events from this moment on.'),
    until: filterTime.optional().describe('Only events before this moment.'),
  }),
  output: z.strictObject({
    events: z.array(auditEvent),
    refusals: z.array(
      z.strictObject({
        minute: isoTime,
        action: z.string().describe('Name of an action, or of a surface where none was named.'),
        code: z.string(),
        n: z.int().positive(),
      }),
    ),
    chain: z
      .strictObject({
        account_id: accountId,
        seq: z.int().nonnegative().describe('Number of the last row of the account.'),
        hash: sha256Hex.nullable().describe('SHA-256 over the chain up to that row.'),
        prev: sha256Hex
          .or(z.literal(''))
          .nullable()
          .describe(
            'SHA-256 over the chain before the first event here; null where rows between the events are left out.',
          ),
      })
      .describe('Lets a reader check that no row was changed: docs/guides/audit.md.'),
    next_after_id: z.int().positive().nullable(),
  }),
  errors: ['key_world_not_allowed'],
  example: { limit: 30, after_id: 0, action: 'builder.publish' },
});
