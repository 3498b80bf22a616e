import { z } from 'zod';
import { bodyRef } from '../../body-ref.ts';
import { pageId } from '../../common.ts';
import { defineMessage } from '../../define.ts';

export const preview = defineMessage({
  callers: ['sites'],
  callClass: 'public',
  purpose:
    'Reads one revision of a draft, or its unsaved edits, for the preview whose token the content origin has checked; null when it does not exist, its texts are pruned, or the website was taken down.',
  input: z.object({
    page_id: pageId,
    revision: z.int().positive(),
    /** True when `revision` is a version number of unsaved edits instead of a draft revision. */
    unsaved: z.boolean().default(false),
  }),
  output: z.object({
    draft: z.object({ title: z.string(), body: bodyRef, layers: bodyRef }).nullable(),
  }),
});
