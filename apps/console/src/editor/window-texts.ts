import { readUnsaved, type EditedTexts } from '../api/pages.ts';
import { withEdits, type RevisionTexts } from './draft-texts.ts';
import { readBase } from './open-draft.ts';
import type { OtherTexts } from './session-state.ts';

/** Texts that were edited elsewhere, with the base revisions that a merge with the editor's texts needs. */
type ReadyTexts = Pick<OtherTexts, 'ancestor' | 'base' | 'texts'>;

/** Prepares edits for a merge: the older base of both sides becomes the ancestor, the newer one the base of the result. */
export async function readyTexts(
  pageId: number,
  base: RevisionTexts,
  edits: EditedTexts,
  baseRevision: number,
): Promise<ReadyTexts> {
  const theirBase = await readBase(pageId, base, baseRevision);
  const texts = { ...withEdits(theirBase, edits), revision: theirBase.revision };
  const isOlder = theirBase.revision < base.revision;
  return { ancestor: isOlder ? theirBase : base, base: isOlder ? base : theirBase, texts };
}

/** Reads the unsaved edits that another window has stored, prepared for a merge. Dropped edits count as no change. */
export async function readWindowTexts(
  pageId: number,
  base: RevisionTexts,
): Promise<ReadyTexts & { readonly seq: number }> {
  const other = await readUnsaved(pageId);
  const { seq, edits } = other;
  if (edits === null) return { seq, ancestor: base, base, texts: base };
  return { seq, ...(await readyTexts(pageId, base, other, edits.base_revision)) };
}
