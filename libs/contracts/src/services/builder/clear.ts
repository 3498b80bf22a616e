import { z } from 'zod';
import { expectedRevision, idempotencyKey, pageId } from '../../common.ts';
import { defineAction } from '../../define.ts';
import { websiteRecord } from '../../records.ts';

export const clear = defineAction({
  name: 'builder.clear',
  kind: 'change',
  set: 'optional',
  tool: { title: 'Clear a website' },
  purpose:
    'Empties the draft: HTML and layers are removed, while id, World, lineage and what is published stay. builder_patch cannot fill it again; PUT /api/agent-bridge/pages/{page_id}/raw over HTTP can. Scope builder.clear, which the owner grants apart. Likely errors: insufficient_scope, revision_conflict.',
  input: z.strictObject({
    page_id: pageId,
    expected_revision: expectedRevision,
    idempotency_key: idempotencyKey,
  }),
  output: z.strictObject({ website: websiteRecord }),
  errors: ['multi_file_project'],
  example: { page_id: 42, expected_revision: 3, idempotency_key: 'clear-42-1' },
});
