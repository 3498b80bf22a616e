import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { whenSessionEnds } from '../api/client.ts';
import { ALL_BUT_OPEN_DRAFTS } from '../api/pages.ts';
import { noteSignedInAgain } from '../api/session-changes.ts';
import { ownerQuery } from '../api/session.ts';
import { Dialog } from '../ui/dialog.tsx';
import { SignInForm } from './sign-in-form.tsx';

/**
 * When the owner's session has ended, opens a sign-in dialog above the current screen. The screen stays, so that unsaved text
 * in it is not lost.
 */
export function SessionEnded() {
  const cache = useQueryClient();
  const { data: owner } = useQuery(ownerQuery);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => whenSessionEnds(() => setOpen(true)), []);
  if (!isOpen) return null;
  const enter = (): void => {
    setOpen(false);
    // Another owner may have signed in, so all data except drafts in open editors are read again.
    void cache.invalidateQueries(ALL_BUT_OPEN_DRAFTS);
    noteSignedInAgain();
  };
  return (
    <Dialog title="Your session has ended" onClose={null}>
      <p>Sign in again to go on. What you have typed on this screen stays.</p>
      <SignInForm email={owner?.email ?? ''} onEntered={enter} />
    </Dialog>
  );
}
