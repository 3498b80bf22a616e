import type { SqlStatementRunner } from '@bridge/db';
import { BridgeError } from '@bridge/kernel';
import { findUnsavedSummary, type OwnedWebsiteReference } from './unsaved.store.ts';

/**
 * Returns the error revision_conflict for an editor window that sent another sequence number than that of the stored edits (0
 * without edits). Spec: editor.two-windows.
 */
export async function refuseUnsaved(
  db: SqlStatementRunner,
  page: OwnedWebsiteReference,
  seq: number,
): Promise<BridgeError> {
  return new BridgeError('revision_conflict', {
    page_id: page.pageId,
    expected_revision: seq,
    current_revision: (await findUnsavedSummary(db, page))?.seq ?? 0,
    what: 'unsaved_edits',
  });
}

/** Throws revision_conflict unless the stored edits have the sequence number that the editor window sent (0 without edits). */
export async function demandSeq(
  db: SqlStatementRunner,
  page: OwnedWebsiteReference,
  seq: number,
): Promise<void> {
  const current = (await findUnsavedSummary(db, page))?.seq ?? 0;
  if (current !== seq) throw await refuseUnsaved(db, page, seq);
}
