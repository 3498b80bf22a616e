import { z } from 'zod';
import {
  afterId,
  expectedRevision,
  idempotencyKey,
  isoTime,
  listLimit,
  pageId,
  word,
} from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { websiteRecord } from '../../records.ts';

/** Schema of a deleted website in its owner’s list of websites that can be restored. */
export const deletedPage = z.object({
  page_id: pageId,
  title: z.string(),
  word,
  draft_revision: z.int().positive(),
  /** True when the website had been published; its addresses answer 410 after the deletion. */
  published: z.boolean(),
  deleted_at: isoTime,
  purge_at: isoTime,
});

const oneRevision = z.object({
  page_id: pageId,
  expected_revision: expectedRevision,
  idempotency_key: idempotencyKey,
});

export const deletePage = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose:
    'Deletes a website: hidden at once, its public addresses answer 410, its contents are purged 30 days later.',
  input: oneRevision,
  output: z.object({ purge_at: isoTime }),
});

export const undelete = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  purpose: 'Restores a deleted website, with the visibility that it had.',
  input: oneRevision,
  output: z.object({ website: websiteRecord }),
});

export const deleted = defineMessage({
  callers: ['gateway'],
  callClass: 'read',
  purpose:
    'Lists the deleted websites of an account that can be restored, in ascending order of their ids.',
  input: z.object({ limit: listLimit, after_id: afterId }),
  output: z.object({ websites: z.array(deletedPage), next_after_id: pageId.nullable() }),
});
