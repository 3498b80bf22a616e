import { z } from 'zod';
import { bodyRef } from '../../body-ref.ts';
import { pageId } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { draftVerdict } from '../../publish-check.ts';

export const check = defineMessage({
  callers: ['gateway', 'generator', 'sites'],
  callClass: 'read',
  // The verdict of a large draft takes seconds, as in a publication.
  budget: 'publish',
  purpose:
    'Judges a draft as a publication would, and counts its secrets. Stores nothing; verdicts are kept in memory by the SHA-256 of the composed text.',
  input: z.object({
    page_id: pageId,
    title: z.string(),
    body: bodyRef,
    layers: bodyRef,
  }),
  output: draftVerdict.extend({
    /** True when a form posts elsewhere, which the policy of a preview must allow. */
    external_form: z.boolean(),
  }),
});
