import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore, type RefObject } from 'react';
import { onLiveEvent } from '../api/live.ts';
import { OPEN_DRAFT, readNewestRevision } from '../api/pages.ts';
import { addSignOutStep, whenSignedInAgain } from '../api/session-changes.ts';
import { guardLeaving } from '../ui/router.ts';
import type { CodeViewHandle } from '../code-view/code-view.tsx';
import { EditorSession } from './editor-session.ts';
import { openDraft, type OpenDraft } from './open-draft.ts';
import type { SessionState } from './session-state.ts';

/** What leaving does to edits, by where they are kept. */
const LEAVE_QUESTIONS = {
  browser:
    'The newest edits are kept in this browser only. Leave anyway? They are shown again when you return.',
  nowhere: 'The newest edits are kept nowhere. Leave anyway and lose them?',
} as const;
const SIGN_OUT_QUESTION =
  'The service does not have the newest edits, and signing out removes them. Sign out anyway?';

/** Reads a draft once for the editor; the open editor follows changes by itself. */
export function useOpenDraft(pageId: number) {
  return useQuery({
    queryKey: [OPEN_DRAFT, pageId],
    queryFn: () => openDraft(pageId),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** Keeps the edits when the page is hidden or left, and looks for newer revisions when it is shown again. */
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

/** Looks for a newer revision when an effect on the website is reported. */
function followAgents(session: EditorSession, pageId: number): () => void {
  const stopJournal = onLiveEvent('journal', (event) => {
    if (event.page_id === pageId) void session.look(event.rev);
  });
  const stopResync = onLiveEvent('resync', () => void session.look(null));
  // What happened between the read of the draft and the opening of the stream was not reported.
  const stopReady = onLiveEvent('ready', () => {
    readNewestRevision(pageId).then(session.look, () => undefined);
  });
  return () => {
    stopReady();
    stopJournal();
    stopResync();
  };
}

/** Goes on when the owner signed in again; a sign-out first keeps the edits, or lets the person decide. */
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

/** Starts the session of an open draft when its code is shown, and ends it with the screen. */
export function useSession(
  open: OpenDraft,
  code: RefObject<CodeViewHandle | null>,
): EditorSession | null {
  const [session, setSession] = useState<EditorSession | null>(null);
  const cache = useQueryClient();
  const pageId = open.page.website.page_id;
  useEffect(() => {
    // The session holds the code itself: React empties the ref before this effect ends.
    const shown = code.current;
    if (shown === null) throw new Error('a session needs the code that is shown');
    const started = new EditorSession(open, shown);
    setSession(started);
    const stops = [followPage(started), followAgents(started, pageId), followOwner(started)];
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

/** The state of a session, kept current; null before it started. */
export function useSessionState(session: EditorSession | null): SessionState | null {
  return useSyncExternalStore(
    session?.store.subscribe ?? NO_STORE,
    () => session?.store.get() ?? null,
  );
}
