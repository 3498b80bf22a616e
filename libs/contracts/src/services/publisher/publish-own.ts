import { z } from 'zod';
import { expectedRevision, idempotencyKey, pageId } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { visibility } from '../../records.ts';
import { publish } from './publish.ts';

export const publishOwn = defineMessage({
  callers: ['gateway'],
  callClass: 'change',
  budget: 'publish',
  purpose:
    'Publishes the stored revision and sets its visibility in the same transaction; for the signed-in owner only.',
  input: z.object({
    page_id: pageId,
    expected_revision: expectedRevision,
    visibility,
    idempotency_key: idempotencyKey,
  }),
  output: publish.output,
});
