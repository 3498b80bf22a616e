import { z } from 'zod';
import { bodyRef } from '../../body-ref.ts';
import { pageId } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { draftVerdict } from '../../publish-check.ts';

/**
 * Schema of the position of a warning about a draft: in the layer `layer_id` (HTML or CSS stored beside the draft), or, when
 * `layer_id` is null, in the draft’s HTML.
 */
export const warningPlace = z.object({
  layer_id: z.string().nullable(),
  line: z.int().positive(),
  column: z.int().positive(),
});

export const check = defineMessage({
  callers: ['gateway', 'generator', 'sites'],
  callClass: 'read',
  // Checking a large draft takes seconds, so the call has the time budget of a publication.
  budget: 'publish',
  purpose:
    'Checks a draft as a publication would, and counts its secrets. Stores nothing; results are cached in memory by the SHA-256 of the composed text.',
  input: z.object({
    page_id: pageId,
    title: z.string(),
    body: bodyRef,
    layers: bodyRef,
    /** True adds the position of each warning to the result. */
    with_places: z.boolean().default(false),
  }),
  output: draftVerdict.extend({
    /** True when a form of the page posts to another host; the content security policy of a preview must allow it. */
    external_form: z.boolean(),
    /** Position of each warning in the draft, in the order of the warnings; null for a warning that has no position. */
    places: z.array(warningPlace.nullable()).max(LIMITS.warningsMax).optional(),
  }),
});
