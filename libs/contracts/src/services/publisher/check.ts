import { z } from 'zod';
import { bodyRef } from '../../body-ref.ts';
import { pageId } from '../../common.ts';
import { defineMessage } from '../../define.ts';
import { LIMITS } from '../../limits.ts';
import { draftVerdict } from '../../publish-check.ts';

/** The beginning of a warning: in a layer, or with null in the HTML. */
export const warningPlace = z.object({
  layer_id: z.string().nullable(),
  line: z.int().positive(),
  column: z.int().positive(),
});

export const check = defineMessage({
  callers: ['gateway', 'generator', 'sites'],
  callClass: 'read',
  // The verdict on a large draft takes seconds, as in a publication.
  budget: 'publish',
  purpose:
    'Judges a draft as a publication would, and counts its secrets. Stores nothing; verdicts are kept in memory by the SHA-256 of the composed text.',
  input: z.object({
    page_id: pageId,
    title: z.string(),
    body: bodyRef,
    layers: bodyRef,
    /** True to return the place of each warning in the draft. */
    with_places: z.boolean().default(false),
  }),
  output: draftVerdict.extend({
    /** True when a form posts to another host, which the policy of a preview must allow. */
    external_form: z.boolean(),
    /** The place of each warning; null for a warning without a place. */
    places: z.array(warningPlace.nullable()).max(LIMITS.warningsMax).optional(),
  }),
});
