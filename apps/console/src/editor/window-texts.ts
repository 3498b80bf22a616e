import { readUnsaved } from '../api/pages.ts';
import { withEdits, type RevisionTexts } from './draft-texts.ts';
import { readBase } from './open-draft.ts';
import type { OtherTexts } from './session-state.ts';

/** The edits that another window has kept, ready to be merged with the own ones. */
export type WindowTexts = Pick<OtherTexts, 'ancestor' | 'base' | 'texts'> & {
  readonly seq: number;
};

/** Reads the unsaved edits of another window, with the revision on which they were made. Dropped ones count as none. */
export async function readWindowTexts(pageId: number, base: RevisionTexts): Promise<WindowTexts> {
  const other = await readUnsaved(pageId);
  if (other.edits === null) return { seq: other.seq, ancestor: base, base, texts: base };
  const theirBase = await readBase(pageId, base, other.edits.base_revision);
  const texts = { ...withEdits(theirBase, other), revision: theirBase.revision };
  const isOlder = theirBase.revision < base.revision;
  return {
    seq: other.seq,
    ancestor: isOlder ? theirBase : base,
    base: isOlder ? base : theirBase,
    texts,
  };
}
