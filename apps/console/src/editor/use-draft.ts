import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { onLiveEvent } from '../api/live.ts';
import { OPEN_DRAFT, readNewestRevision } from '../api/pages.ts';
import { addSignOutStep, whenSignedInAgain } from '../api/session-changes.ts';
import { guardLeaving } from '../ui/router.ts';
import type { CodeEditorHandle } from '../code-view/code-view.tsx';
import { EditorSession } from './editor-session.ts';
import { offerUndo } from './offer-undo.ts';
import { openDraft, type EditorDraft } from './open-draft.ts';
import type { EditorSessionState } from './session-state.ts';

/**
 * The question that the owner must confirm to leave the editor, for edits that only this browser has and for edits stored
 * nowhere.
 */
const LEAVE_QUESTIONS = {
  browser:
    'The newest edits are kept in this browser only. Leave anyway? They are shown again when you return.',
  nowhere: 'The newest edits are kept nowhere. Leave anyway and lose them?',
} as const;
const SIGN_OUT_QUESTION =
  'The service does not have the newest edits, and signing out removes them. Sign out anyway?';

/** React hook: reads a draft for the editor. It reads the draft only once, because the editor itself merges later changes. */
export function useOpenDraft(pageId: number) {
  return useQuery({
    queryKey: [OPEN_DRAFT, pageId],
    queryFn: () => openDraft(pageId),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/**
 * Sends the edits to the service when the page is hidden or closed, and looks for newer revisions when it is visible again.
 * While the service lacks edits, leaving the screen needs the owner's confirmation. Returns a function that ends this reaction
 * to the page.
 */
function followPage(session: EditorSession): () => void {
  const onHide = (): void => {
    if (document.visibilityState === 'hidden') void session.keepNow({ leaving: true });
    else void session.look(null);
  };
  document.addEventListener('visibilitychange', onHide);
  const stopGuard = guardLeaving((isUnload) => {
    const { hasEdits, keep } = session.store.get();
    if (!hasEdits || keep === null) return null;
    if (keep.where === 'browser' || keep.where === 'nowhere') return LEAVE_QUESTIONS[keep.where];
    return isUnload && session.isAtRisk ? LEAVE_QUESTIONS.nowhere : null;
  });
  return () => {
    document.removeEventListener('visibilitychange', onHide);
    stopGuard();
  };
}

/**
 * Reads the draft again when a live event reports that it was changed. Returns a function that ends this reaction to events.
 */
function followAgents(session: EditorSession, pageId: number): () => void {
  const stopJournal = onLiveEvent('journal', (event) => {
    if (event.page_id === pageId) void session.look(event.rev);
  });
  const stopResync = onLiveEvent('resync', () => void session.look(null));
  const lookForNewest = (): void => {
    readNewestRevision(pageId).then(session.look, () => undefined);
  };
  // Changes before the event stream opens cause no live event.
  // So the number of the newest revision is read now, and again when the event stream has opened.
  lookForNewest();
  const stopReady = onLiveEvent('ready', lookForNewest);
  return () => {
    stopReady();
    stopJournal();
    stopResync();
  };
}

/**
 * Continues the editor session after the owner signed in again. Before a sign-out it sends the edits; if that fails, the
 * sign-out needs the owner's confirmation. Returns a function that ends this reaction to the owner.
 */
function followOwner(session: EditorSession): () => void {
  const stopSignIn = whenSignedInAgain(() => void session.resume());
  const stopSignOut = addSignOutStep({
    ask: async () => (await session.keepNow()) || window.confirm(SIGN_OUT_QUESTION),
    end: () => session.stop(),
  });
  return () => {
    stopSignIn();
    stopSignOut();
  };
}

/** React hook: starts the editor session of a draft when its code editor is shown, and stops it when the screen closes. */
export function useSession(
  open: EditorDraft,
  code: RefObject<CodeEditorHandle | null>,
): EditorSession | null {
  const [session, setSession] = useState<EditorSession | null>(null);
  const cache = useQueryClient();
  const pageId = open.page.website.page_id;
  useEffect(() => {
    // The editor session needs the code editor until its end, but React clears the ref before it cleans up this effect.
    const shown = code.current;
    if (shown === null) throw new Error('a session needs the code that is shown');
    const started = new EditorSession(open, shown);
    setSession(started);
    const stops = [
      followPage(started),
      followAgents(started, pageId),
      followOwner(started),
      offerUndo(started),
    ];
    return () => {
      for (const stop of stops) stop();
      void started.keepNow({ leaving: true });
      started.stop();
      void cache.invalidateQueries({ queryKey: ['page', pageId] });
    };
  }, [open, code, pageId, cache]);
  return session;
}

const NO_STORE = (): (() => void) => () => undefined;

/** React hook: the current state of an editor session; null before the session starts. */
export function useSessionState(session: EditorSession | null): EditorSessionState | null {
  return useSyncExternalStore(
    session?.store.subscribe ?? NO_STORE,
    () => session?.store.get() ?? null,
  );
}
