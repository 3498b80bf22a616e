import { z } from 'zod';
import { isoTime, rawHtml, title } from '../common.ts';
import { layers } from '../records.ts';

/** Numbers the states of the unsaved edits of one website: 0 before the first, one more with each change of them. */
export const unsavedSeq = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);

/** The unsaved edits of a website without their texts. Spec: editor.unsaved. */
export const unsavedFacts = z.object({
  /** The revision on which the edits were made. */
  base_revision: z.int().positive(),
  seq: unsavedSeq,
  at: isoTime,
});
/** The unsaved edits of a website without their texts. */
export type UnsavedFacts = z.output<typeof unsavedFacts>;

/** The state of the unsaved edits: `edits` null when there are none, `dropped_at` while dropped ones can be taken back. */
export const unsavedState = z.object({
  /** What the next change of the edits must name. */
  seq: unsavedSeq,
  edits: unsavedFacts.nullable(),
  dropped_at: isoTime.nullable(),
});
/** The state of the unsaved edits of a website. */
export type UnsavedState = z.output<typeof unsavedState>;

/** The texts of unsaved edits; a member that is missing was not edited. */
export const unsavedTexts = {
  title: title.optional(),
  raw_html: rawHtml.optional(),
  layers: layers.optional(),
};
/** Answer of GET unsaved: the state beside the texts, also of edits that were dropped. */
export const unsavedEdits = unsavedState.extend({
  base_revision: z.int().positive().nullable(),
  ...unsavedTexts,
});
/** Unsaved edits with their texts. */
export type UnsavedEdits = z.output<typeof unsavedEdits>;
