import { z } from 'zod';
import { afterId, listLimit, pageId, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { archiveRecord, snapshotId, snapshotRecord, websiteRecord } from '../../records.ts';

/** Schema of the state by which the owner's list of websites can be filtered. */
export const websiteState = z.enum(['draft', 'published']);

export const ownPages = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose:
    'Lists the websites of an account in ascending order of their ids: all, or those of one World or state.',
  input: z.object({
    limit: listLimit,
    after_id: afterId,
    word: word.nullable().default(null),
    state: websiteState.nullable().default(null),
  }),
  output: z.object({ websites: z.array(websiteRecord), next_after_id: pageId.nullable() }),
});

/** Schema of the number of warnings of a publication by severity. */
export const warningCounts = z.object({
  error: z.int().nonnegative(),
  warning: z.int().nonnegative(),
  info: z.int().nonnegative(),
});
/**
 * Schema of a snapshot (a published state of a website) in the list that the website’s owner sees; the website may be
 * private.
 */
export const ownSnapshot = snapshotRecord.extend({
  title: z.string(),
  /** Size of the published page in bytes. */
  bytes: z.int().nonnegative(),
  /** Number of the publication’s warnings by severity; null when an older release of the product made the snapshot. */
  warnings: warningCounts.nullable(),
  archive: archiveRecord.nullable(),
  /** True when visitors see this snapshot (published state) at the website’s live URL. */
  live: z.boolean(),
});
/** A snapshot (a published state of a website) in the list that the website’s owner sees. */
export type OwnerSnapshotRecord = z.output<typeof ownSnapshot>;

export const snapshotsOwn = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose:
    'Lists the snapshots of a website for its owner, newest first, also while the website is private.',
  input: z.object({
    page_id: pageId,
    /** Cursor: id of the last snapshot (published state) on the previous page of the list; null requests the newest ones. */
    before: snapshotId.nullable(),
  }),
  output: z.object({
    snapshots: z.array(ownSnapshot).max(LIMITS.ownSnapshotsMax),
    next: snapshotId.nullable(),
  }),
});
