import { z } from 'zod';
import { expectedRevision, idempotencyKey, pageId } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import {
  archiveRecord,
  publicationMode,
  publicationWarning,
  websiteRecord,
} from '../../records.ts';

export const publish = defineAction({
  name: 'builder.publish',
  kind: 'change',
  budget: 'publish',
  set: 'optional',
  tool: { title: 'Publish a website' },
  purpose:
    'Publishes the stored revision: a live website and an immutable snapshot. It is portable, with a downloadable archive, when nothing is loaded from elsewhere; else it is online, and warnings name what it loads. A snapshot cannot be taken back: look at publish_check of builder_get first, and mend what it names. Scope builder.publish, which the owner grants apart. Likely errors: insufficient_scope, revision_conflict, empty_draft, secret_in_html.',
  input: z.strictObject({
    page_id: pageId,
    expected_revision: expectedRevision,
    idempotency_key: idempotencyKey,
  }),
  output: z.strictObject({
    website: websiteRecord,
    publication_mode: publicationMode,
    offline_ready: z.boolean(),
    warnings: z.array(publicationWarning).max(LIMITS.warningsMax),
    /** True when the publication has more warnings than the list contains. */
    truncated: z.boolean().default(false),
    archive: archiveRecord.nullable(),
    unchanged: z.boolean(),
  }),
  errors: ['world_forbidden', 'empty_draft', 'secret_in_html'],
  example: { page_id: 42, expected_revision: 3, idempotency_key: 'publish-42-1' },
});
