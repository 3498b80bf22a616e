import { toRefusal } from '../api/client.ts';
import { makeRepeatable } from '../api/mutations.ts';
import { restoreRevision } from '../api/pages.ts';
import { showToast } from '../ui/toast.tsx';
import type { EditorSession } from './editor-session.ts';
import type { LastSaveRevisionNumbers } from './session-state.ts';

/** The number of the newest revision of the draft that the editor knows. */
function newestRevision({ store }: EditorSession): number {
  const { website, newer } = store.get();
  return Math.max(website.draft_revision, newer?.website.draft_revision ?? 0);
}

/**
 * Shows a toast about a save, with a button that undoes the save. Returns a function that replaces the button with a link to
 * the comparison of both revisions.
 */
function showSaved(
  session: EditorSession,
  { revision, before }: LastSaveRevisionNumbers,
): () => void {
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
 * Shows a toast after each save of the draft. Its button undoes the save by restoring the revision before it. When the draft
 * gets a newer revision, a link to the comparison replaces the button, because a restore would undo that revision too. Returns
 * a function that ends this reaction to saves.
 */
export function offerUndo(session: EditorSession): () => void {
  let shown: LastSaveRevisionNumbers | null = null;
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
