import { z } from 'zod';
import { expectedRevision, idempotencyKey, pageId, word } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { websiteRecord } from '../../records.ts';

export const attach = defineAction({
  name: 'builder.attach',
  kind: 'change',
  set: 'draft',
  tool: { title: 'Move a website to another World' },
  aliases: ['builder.move', 'pages.move'],
  purpose:
    'Moves a website to another World the account may contribute to; its id, address, snapshots and author stay, and nothing is published. In the World where it is already nothing changes (unchanged: true, the same revision). Scope builder.attach. Likely errors: world_not_found, world_forbidden, revision_conflict.',
  input: z.strictObject({
    page_id: pageId,
    expected_revision: expectedRevision,
    idempotency_key: idempotencyKey,
    word,
  }),
  output: z.strictObject({ website: websiteRecord, unchanged: z.boolean() }),
  /** Results that an older release stored lack `unchanged`; each of these calls changed the website. */
  wireOutput: z.strictObject({ website: websiteRecord, unchanged: z.boolean().default(false) }),
  errors: ['world_not_found', 'world_forbidden', 'key_world_not_allowed'],
  example: {
    page_id: 42,
    expected_revision: 2,
    idempotency_key: 'attach-42-nightshift',
    word: 'nightshift',
  },
});
