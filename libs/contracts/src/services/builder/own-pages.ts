import { z } from 'zod';
import { afterId, listLimit, pageId, word } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { archiveRecord, snapshotId, snapshotRecord, websiteRecord } from '../../records.ts';

/** The states by which an owner's list can be filtered. */
export const websiteState = z.enum(['draft', 'published']);

export const ownPages = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  budget: 'read',
  purpose: 'Lists the websites of an account by id, all or those of one World or state.',
  input: z.object({
    limit: listLimit,
    after_id: afterId,
    word: word.nullable().default(null),
    state: websiteState.nullable().default(null),
  }),
  output: z.object({ websites: z.array(websiteRecord), next_after_id: pageId.nullable() }),
});

/** Number of warnings of each severity that a publication had. */
export const warningCounts = z.object({
  error: z.int().nonnegative(),
  warning: z.int().nonnegative(),
  info: z.int().nonnegative(),
});
/** A snapshot as its owner sees it, also while the website is private. */
export const ownSnapshot = snapshotRecord.extend({
  title: z.string(),
  /** Size of the published page in bytes. */
  bytes: z.int().nonnegative(),
  /** Counts of warnings; null for a snapshot of an older release. */
  warnings: warningCounts.nullable(),
  archive: archiveRecord.nullable(),
  /** True for the snapshot that the live address shows. */
  live: z.boolean(),
});
/** A snapshot as its owner sees it. */
export type OwnSnapshot = z.output<typeof ownSnapshot>;

export const snapshotsOwn = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  budget: 'read',
  purpose: 'Lists the snapshots of a website for its owner, newest first, private ones too.',
  input: z.object({
    page_id: pageId,
    /** Id of the last snapshot on the page before. */
    before: snapshotId.nullable(),
  }),
  output: z.object({
    snapshots: z.array(ownSnapshot).max(LIMITS.ownSnapshotsMax),
    next: snapshotId.nullable(),
  }),
});
