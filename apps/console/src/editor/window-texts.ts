import { areSameEdits, readUnsaved, type EditedTexts, type SentEdits } from '../api/pages.ts';
import { withEdits, type DraftTexts, type RevisionTexts } from './draft-texts.ts';
import { readBase, sentEditsOf } from './open-draft.ts';
import type { OtherTexts } from './session-state.ts';

/**
 * Texts that were edited in another window or browser, with the ancestor and the base for merging them with those of
 * the editor.
 */
type ReadyTexts = Pick<OtherTexts, 'ancestor' | 'base' | 'texts'>;

/**
 * Prepares edits for a merge: of the bases of both sides, the older one becomes the ancestor and the newer one the base
 * of the result.
 */
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

/** The unsaved edits that the service has, prepared for a merge. */
interface WindowTexts extends ReadyTexts {
  readonly seq: number;
  /** True when this browser sent them, and they arrived late. */
  readonly isOwn: boolean;
}

/** What a window knows about the unsaved edits of the service. */
interface KnownEdits {
  /** The texts that both windows had last; null when this window does not know them. */
  readonly shared: DraftTexts | null;
  /** Edits that this browser sent and that may arrive late. */
  readonly own: readonly SentEdits[];
}

/** Reads the unsaved edits that another window has stored, prepared for a merge. Dropped edits count as no change. */
export async function readWindowTexts(
  pageId: number,
  base: RevisionTexts,
  { shared, own }: KnownEdits,
): Promise<WindowTexts> {
  const unsaved = await readUnsaved(pageId);
  const { seq } = unsaved;
  const edits = sentEditsOf(unsaved);
  if (edits === null) return { seq, isOwn: false, ancestor: base, base, texts: base };
  const ready = await readyTexts(pageId, base, edits, edits.base_revision);
  const isOwn = own.some((one) => areSameEdits(one, edits));
  // Older edits of this browser are part of its text, so they are no change of another window.
  const ancestor = isOwn ? ready.texts : (shared ?? ready.ancestor);
  return { seq, isOwn, ...ready, ancestor };
}
