import { readUnsaved } from '../api/pages.ts';
import { mergeDraft, type DraftMerge } from './draft-merge.ts';
import { withEdits, type DraftTexts, type RevisionTexts } from './draft-texts.ts';

/** The edits that another window has kept, and how they and the own ones come together. */
export interface WindowTexts {
  readonly seq: number;
  readonly texts: RevisionTexts;
  readonly merge: DraftMerge;
}

/** Reads the unsaved edits of another window. Edits on another revision, or dropped ones, count as none. */
export async function readWindowTexts(
  pageId: number,
  base: RevisionTexts,
  mine: DraftTexts,
): Promise<WindowTexts> {
  const other = await readUnsaved(pageId);
  const isOnBase = other.base_revision === base.revision && other.edits !== null;
  const theirs = isOnBase ? withEdits(base, other) : base;
  const merge = await mergeDraft(base, mine, theirs);
  return { seq: other.seq, texts: { ...theirs, revision: base.revision }, merge };
}
