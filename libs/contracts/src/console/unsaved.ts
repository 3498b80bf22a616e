import { z } from 'zod';
import { isoTime, rawHtml, title } from '../common.ts';
import { layers } from '../records.ts';

/**
 * Schema of the version number of a website's unsaved edits: 0 before the first edit, then it rises by 1 with each change
 * of the edits.
 */
export const unsavedSeq = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);

/** Schema of the metadata of a website’s unsaved edits, without their texts. Spec: editor.unsaved. */
export const unsavedFacts = z.object({
  /** The draft revision on which the edits are based. */
  base_revision: z.int().positive(),
  seq: unsavedSeq,
  at: isoTime,
});

/**
 * Schema of the state of a website’s unsaved edits: `edits` is null when there are none; `dropped_at` is set while edits that
 * the owner dropped (discarded) can be restored.
 */
export const unsavedState = z.object({
  /** Version number of the edits; the next change of the edits must send it. */
  seq: unsavedSeq,
  edits: unsavedFacts.nullable(),
  dropped_at: isoTime.nullable(),
});
/** Whether a website has unsaved edits, or edits that the owner dropped (discarded) and can restore. */
export type UnsavedEditsState = z.output<typeof unsavedState>;

/** Schemas of the texts in a website’s unsaved edits; a text that was not edited is absent. */
export const unsavedTexts = {
  title: title.optional(),
  raw_html: rawHtml.optional(),
  layers: layers.optional(),
};
/**
 * Answer of GET …/unsaved: the state of a website’s unsaved edits with their texts. The texts are also present for edits that
 * the owner dropped (discarded) and can restore.
 */
export const unsavedEdits = unsavedState.extend({
  base_revision: z.int().positive().nullable(),
  ...unsavedTexts,
});
/** A website's unsaved edits with their texts. */
export type UnsavedEdits = z.output<typeof unsavedEdits>;
