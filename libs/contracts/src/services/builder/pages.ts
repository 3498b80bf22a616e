import { z } from 'zod';
import {
  afterId,
  idempotencyKey,
  isoTime,
  listLimit,
  pageId,
  sha256Hex,
  url,
  word,
} from '../../common.ts';
import { defineAction } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { snapshotRecord, visibility } from '../../records.ts';

/** Schema of the public data of a published website, without its draft. Spec: publishing.public-record. */
export const publicRecord = z.strictObject({
  page_id: pageId,
  title: z.string().describe('The title of the live snapshot.'),
  word: word.describe('The World in which the website was published last.'),
  visibility,
  visibility_locked: z
    .boolean()
    .describe('True when the owner made the website private: only the owner can change that.'),
  live_url: url.nullable().describe('Null while the website is private or suspended.'),
  snapshot: snapshotRecord,
  published_revision: z.int().positive(),
  published_at: isoTime,
});
/** The public data of a published website, without its draft. */
export type PublicWebsiteRecord = z.infer<typeof publicRecord>;

export const pagesList = defineAction({
  name: 'pages.list',
  kind: 'read',
  set: 'none',
  purpose:
    'Lists the websites of the account that were published, ascending by id, with nothing of their drafts. A website that was taken down is listed with live_url null. Page on with after_id = next_after_id until it is null. Scope pages.list. Likely errors: key_world_not_allowed, rate_limited.',
  input: z.strictObject({
    word: word.optional().describe('Only websites that were published in this World.'),
    limit: listLimit.describe('How many websites, 1 to 100.'),
    after_id: afterId,
  }),
  output: z.strictObject({ pages: z.array(publicRecord), next_after_id: pageId.nullable() }),
  errors: ['key_world_not_allowed'],
  example: { limit: 30, after_id: 0 },
});

export const pagesGet = defineAction({
  name: 'pages.get',
  kind: 'read',
  set: 'none',
  purpose:
    'Reads the public side of a website: its record, its newest 20 snapshots, and address, size and SHA-256 of the content that visitors receive; content is null while the website is private or suspended. Name the website by page_id or by live_url. Scope pages.get. Likely errors: page_not_found (never published, or not of this account).',
  input: z
    .strictObject({
      page_id: pageId.optional(),
      live_url: url.max(LIMITS.liveUrlCharsMax).optional().describe('The live_url of the website.'),
    })
    .refine((input) => (input.page_id === undefined) !== (input.live_url === undefined), {
      error: 'must have either page_id or live_url',
    }),
  output: z.strictObject({
    page: publicRecord,
    snapshots: z.array(snapshotRecord).max(LIMITS.pageSnapshotsMax),
    content: z
      .strictObject({ url, sha256: sha256Hex, bytes: z.int().nonnegative() })
      .nullable()
      .describe('What visitors receive at url.'),
  }),
  errors: ['page_not_found'],
  example: { page_id: 42 },
});

export const pagesSetVisibility = defineAction({
  name: 'pages.set_visibility',
  kind: 'change',
  set: 'none',
  aliases: ['pages.unpublish', 'builder.set_visibility', 'builder.unpublish'],
  purpose:
    'Makes a published website private, unlisted or public; the draft stays as it is. private takes the live address, the snapshots and the archives down at once and keeps them. Scope pages.set_visibility. Likely errors: not_published, visibility_locked_by_owner (the owner made it private), page_not_found.',
  input: z.strictObject({ page_id: pageId, visibility, idempotency_key: idempotencyKey }),
  output: z.strictObject({ page: publicRecord, unchanged: z.boolean() }),
  errors: ['not_published', 'visibility_locked_by_owner', 'suspended'],
  example: { page_id: 42, visibility: 'unlisted', idempotency_key: 'visibility-42-1' },
});
