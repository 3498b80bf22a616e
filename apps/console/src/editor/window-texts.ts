import { readUnsaved, type EditedTexts } from '../api/pages.ts';
import { withEdits, type RevisionTexts } from './draft-texts.ts';
import { readBase } from './open-draft.ts';
import type { OtherTexts } from './session-state.ts';

/** Edits that were made elsewhere, ready to be merged with those of the editor. */
type ReadyTexts = Pick<OtherTexts, 'ancestor' | 'base' | 'texts'>;

/** Returns edits of one revision with the older base of both sides as the ancestor, and the newer one as the base of the result. */
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

/** Reads the unsaved edits of another window, with the revision on which they were made. Dropped ones count as none. */
export async function readWindowTexts(
  pageId: number,
  base: RevisionTexts,
): Promise<ReadyTexts & { readonly seq: number }> {
  const other = await readUnsaved(pageId);
  const { seq, edits } = other;
  if (edits === null) return { seq, ancestor: base, base, texts: base };
  return { seq, ...(await readyTexts(pageId, base, other, edits.base_revision)) };
}
