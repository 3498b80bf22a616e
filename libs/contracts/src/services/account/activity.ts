import { z } from 'zod';
import { accountId, isoTime, keyId, pageId, sha256Hex, word } from '../../common.ts';
import { ACTIVITY_KINDS, type ActivityFilterGroupName } from '../../console/activity-kinds.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { actorRecord } from './live-feed.ts';

/** Maximum number of rows of the journal (audit log), or of counts of refused calls, in one answer. */
const ROWS_MAX = 1_000;

const readByOwner = { callers: ['gateway'], callClass: 'read' } as const;
const rowRevision = z.int().positive().nullable();
const row = z.int().positive();
const kind = z.enum(
  Object.keys(ACTIVITY_KINDS) as [ActivityFilterGroupName, ...ActivityFilterGroupName[]],
);
const moment = isoTime.nullable();

/** Schema of one effect (a committed change) in the activity list of an account. */
export const activityEvent = z.object({
  id: row,
  at: isoTime,
  action: z.string(),
  surface: z.string(),
  actor: actorRecord,
  target: z.object({ page_id: pageId.nullable(), word: word.nullable() }),
  revision_before: rowRevision,
  revision_after: rowRevision,
  request_id: z.string(),
});
/** One effect in the activity list of an account. */
export type ActivityEvent = z.output<typeof activityEvent>;

/** Schema of the filter of an account’s activity list. A member that is null does not restrict the list. */
export const activityFilter = z.object({
  key_id: keyId.nullable(),
  page_id: pageId.nullable(),
  word: word.nullable(),
  kind: kind.nullable(),
  surface: z
    .string()
    .regex(/^[a-z-]{1,20}$/)
    .nullable(),
  from: moment,
  to: moment,
});

/**
 * Schema of the result of checking the hash chain of an account’s journal (audit log): the last checked row and the first
 * invalid row.
 */
export const chainCheck = z.object({
  /** Number of the last row of the journal (audit log) that was checked. */
  to: z.int().nonnegative(),
  at: isoTime.nullable(),
  ok: z.boolean(),
  first_bad: row.nullable(),
});
/** Result of checking the hash chain of an account’s journal (audit log). */
export type JournalChainCheckResult = z.output<typeof chainCheck>;

export const activity = defineMessage({
  ...readByOwner,
  purpose:
    'Lists the effects of an account for its owner, newest first. A page may contain fewer than `limit`; `next` is null on the last page.',
  input: activityFilter.extend({
    /** Cursor: the `next` of the previous page; null requests the newest page. */
    before: row.nullable(),
    limit: z.int().min(1).max(LIMITS.listLimitMax),
  }),
  output: z.object({
    events: z.array(activityEvent),
    next: row.nullable(),
    chain: chainCheck.extend({ seq: z.int().nonnegative() }),
  }),
});

/** Schema of a row of an account’s journal (audit log) with all values that the row’s hash covers. */
export const journalLine = z.object({
  hash_v: z.int().positive(),
  account_id: accountId,
  seq: row,
  at: isoTime,
  action: z.string(),
  actor: z.string(),
  key_id: z.string().nullable(),
  surface: z.string(),
  page_id: pageId.nullable(),
  word: z.string().nullable(),
  revision_before: rowRevision,
  revision_after: rowRevision,
  request_id: z.string(),
  prev: sha256Hex.or(z.literal('')),
  hash: sha256Hex,
});
/** A row of an account’s journal (audit log) with all values that the row’s hash covers. */
export type VerifiableJournalRow = z.output<typeof journalLine>;

export const activityLines = defineMessage({
  ...readByOwner,
  purpose:
    'Reads rows of the journal with their hashes, oldest first, for a file whose reader can verify the hash chain.',
  input: z.object({ after: z.int().nonnegative(), limit: z.int().min(1).max(ROWS_MAX) }),
  output: z.object({ lines: z.array(journalLine), seq: z.int().nonnegative() }),
});

export const refusals = defineMessage({
  ...readByOwner,
  purpose: 'Counts the refused calls of an account, or of one key, by minute, action and code.',
  input: z.object({
    key_id: keyId.nullable(),
    from: isoTime,
    limit: z.int().min(1).max(ROWS_MAX),
  }),
  output: z.object({
    refusals: z.array(
      z.object({
        minute: isoTime,
        key_id: keyId,
        key_name: z.string().nullable(),
        action: z.string(),
        code: z.string(),
        n: z.int().positive(),
      }),
    ),
  }),
});

export const chainVerify = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Verifies a slice of the hash chain of an account’s journal, from a given row or from the end of the last verification, and stores the last verified row.',
  input: z.object({ from: row.nullable() }),
  output: chainCheck.extend({ seq: z.int().nonnegative() }),
});
