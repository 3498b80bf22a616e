import { toRefusal } from '../api/client.ts';
import { makeRepeatable } from '../api/mutations.ts';
import { restoreRevision } from '../api/pages.ts';
import { showToast } from '../ui/toast.tsx';
import type { EditorSession } from './editor-session.ts';
import type { LastSave } from './session-state.ts';

/** The number of the newest revision that the editor knows. */
function newestRevision({ store }: EditorSession): number {
  const { website, newer } = store.get();
  return Math.max(website.draft_revision, newer?.website.draft_revision ?? 0);
}

/**
 * Shows the toast after a save, with a button that undoes it. Returns the function that replaces this button by a link
 * to the comparison.
 */
function showSaved(session: EditorSession, { revision, before }: LastSave): () => void {
  const { pageId } = session;
  const restore = makeRepeatable(restoreRevision, { pageId, revision: before, expected: revision });
  const replaceUndo = showToast(`Saved as r${revision}`, async () => {
    try {
      await restore();
    } catch (error) {
      if (toRefusal(error).code === 'revision_conflict') replaceUndo(comparison);
      throw error;
    }
    void session.look(null);
  });
  const comparison = {
    to: `/pages/${pageId}/compare?a=${before}&b=${revision}`,
    name: `Compare r${before} with r${revision}`,
  };
  return () => replaceUndo(comparison);
}

/**
 * Shows a toast after each save, which undoes it by restoring the revision before it. When the draft has changed since
 * the save, the toast offers the comparison instead, because a restore would undo the newer change too. Returns the
 * function that stops this.
 */
export function offerUndo(session: EditorSession): () => void {
  let shown: LastSave | null = null;
  let replaceUndo: (() => void) | null = null;
  return session.store.subscribe(() => {
    const { lastSave } = session.store.get();
    if (lastSave !== null && lastSave !== shown) {
      shown = lastSave;
      replaceUndo = showSaved(session, lastSave);
    }
    if (shown === null || newestRevision(session) <= shown.revision) return;
    replaceUndo?.();
    replaceUndo = null;
  });
}
