import { z } from 'zod';
import { isoTime, rawHtml, title } from '../common.ts';
import { layers } from '../records.ts';

/**
 * Schema of the number of a state of one website's unsaved edits: 0 before the first edit, one more with each change of
 * them.
 */
export const unsavedSeq = z
  .int()
  .min(0)
  .max(2 ** 32 - 1);

/** Facts of the unsaved edits of a website, without their texts. Spec: editor.unsaved. */
export const unsavedFacts = z.object({
  /** The draft's revision on which the edits were made. */
  base_revision: z.int().positive(),
  seq: unsavedSeq,
  at: isoTime,
});
/** Facts of the unsaved edits of a website, without their texts. */
export type UnsavedFacts = z.output<typeof unsavedFacts>;

/**
 * The state of the unsaved edits: `edits` is null when there are none; `dropped_at` is set while dropped edits can be
 * restored.
 */
export const unsavedState = z.object({
  /** Number of the current state; the next change of the edits must name it. */
  seq: unsavedSeq,
  edits: unsavedFacts.nullable(),
  dropped_at: isoTime.nullable(),
});
/** The state of the unsaved edits of a website. */
export type UnsavedState = z.output<typeof unsavedState>;

/** The texts of unsaved edits; a missing member was not edited. */
export const unsavedTexts = {
  title: title.optional(),
  raw_html: rawHtml.optional(),
  layers: layers.optional(),
};
/** Answer of GET unsaved: the state and the texts, also of edits that were dropped. */
export const unsavedEdits = unsavedState.extend({
  base_revision: z.int().positive().nullable(),
  ...unsavedTexts,
});
/** Unsaved edits with their texts. */
export type UnsavedEdits = z.output<typeof unsavedEdits>;
