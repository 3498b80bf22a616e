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

/** Metadata of a website's unsaved edits, without the texts. Spec: editor.unsaved. */
export const unsavedFacts = z.object({
  /** The draft revision on which the edits are based. */
  base_revision: z.int().positive(),
  seq: unsavedSeq,
  at: isoTime,
});

/**
 * Schema of the state of a website's unsaved edits: `edits` is null when there are none; `dropped_at` is set while
 * dropped edits can be restored.
 */
export const unsavedState = z.object({
  /** Version number of the edits; the next change of the edits must send it. */
  seq: unsavedSeq,
  edits: unsavedFacts.nullable(),
  dropped_at: isoTime.nullable(),
});
/** Whether a website has unsaved edits, or dropped edits that can be restored. */
export type UnsavedEditsState = z.output<typeof unsavedState>;

/** Schemas of the texts in unsaved edits; a missing member was not edited. */
export const unsavedTexts = {
  title: title.optional(),
  raw_html: rawHtml.optional(),
  layers: layers.optional(),
};
/**
 * Answer of GET …/unsaved: the state of a website's unsaved edits with their texts. The texts are also present for dropped
 * edits that can be restored.
 */
export const unsavedEdits = unsavedState.extend({
  base_revision: z.int().positive().nullable(),
  ...unsavedTexts,
});
/** A website's unsaved edits with their texts. */
export type UnsavedEdits = z.output<typeof unsavedEdits>;
