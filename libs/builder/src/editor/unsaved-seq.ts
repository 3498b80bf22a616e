import type { Queryable } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { findUnsavedFacts, type OwnPage } from './unsaved.store.ts';

/** The refusal of a window whose seq is not that of the edits. Spec: editor.two-windows. */
export async function refuseUnsaved(
  db: Queryable,
  page: OwnPage,
  seq: number,
): Promise<BridgeError> {
  return new BridgeError('revision_conflict', {
    page_id: page.pageId,
    expected_revision: seq,
    current_revision: (await findUnsavedFacts(db, page))?.seq ?? 0,
    what: 'unsaved_edits',
  });
}

/** Throws revision_conflict unless the edits are at the seq that the window has seen. */
export async function demandSeq(db: Queryable, page: OwnPage, seq: number): Promise<void> {
  const current = (await findUnsavedFacts(db, page))?.seq ?? 0;
  if (current !== seq) throw await refuseUnsaved(db, page, seq);
}
