import {
  areSameEdits,
  readUnsaved,
  type DraftEdits,
  type UnsavedEditsPutRequest,
} from '../api/pages.ts';
import { withEdits, type DraftTexts, type RevisionTexts } from './draft-texts.ts';
import { readBase, sentEditsOf } from './open-draft.ts';
import type { ExternalChangesWithMerge } from './session-state.ts';

/**
 * Texts that were edited in another window or browser, with the ancestor and the base that their merge with the editor's texts
 * needs.
 */
type ExternalEditsMergeInput = Pick<ExternalChangesWithMerge, 'ancestor' | 'base' | 'texts'>;

/**
 * Prepares edits from elsewhere for a three-way merge with the editor's texts. Of the base revisions of the two sides, the
 * older one becomes the ancestor of the merge and the newer one the base of its result.
 */
export async function readyTexts(
  pageId: number,
  base: RevisionTexts,
  edits: DraftEdits,
  baseRevision: number,
): Promise<ExternalEditsMergeInput> {
  const theirBase = await readBase(pageId, base, baseRevision);
  const texts = { ...withEdits(theirBase, edits), revision: theirBase.revision };
  const isOlder = theirBase.revision < base.revision;
  return { ancestor: isOlder ? theirBase : base, base: isOlder ? base : theirBase, texts };
}

/** The unsaved edits that the service has, prepared for a merge with the editor's texts. */
interface ServerSideEditsMergeInput extends ExternalEditsMergeInput {
  readonly seq: number;
  /** True when this browser sent these edits and the service received them late. */
  readonly isOwn: boolean;
}

/** What a window knows about the unsaved edits at the service, without reading them from the service again. */
interface KnownServerSideEdits {
  /** The draft's texts with the unsaved edits that the service had when this window last knew them; null when it knows none. */
  readonly shared: DraftTexts | null;
  /** Edits that this browser sent and that may still arrive at the service. */
  readonly own: readonly UnsavedEditsPutRequest[];
}

/**
 * Reads the unsaved edits that another window has stored at the service, prepared for a merge. If that window dropped them, the
 * texts of the base revision are returned.
 */
export async function readWindowTexts(
  pageId: number,
  base: RevisionTexts,
  { shared, own }: KnownServerSideEdits,
): Promise<ServerSideEditsMergeInput> {
  const unsaved = await readUnsaved(pageId);
  const { seq } = unsaved;
  const edits = sentEditsOf(unsaved);
  if (edits === null) return { seq, isOwn: false, ancestor: base, base, texts: base };
  const ready = await readyTexts(pageId, base, edits, edits.base_revision);
  const isOwn = own.some((one) => areSameEdits(one, edits));
  // Edits that this browser sent are part of the editor's text already, so they are not changes of the other side.
  const ancestor = isOwn ? ready.texts : (shared ?? ready.ancestor);
  return { seq, isOwn, ...ready, ancestor };
}
