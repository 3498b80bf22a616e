import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useChange } from '../api/mutations.ts';
import { restoreRevision } from '../api/pages.ts';
import { showToast } from '../ui/toast.tsx';

/** Restores a revision, with an undo that restores the one before. */
export function useRestore(pageId: number, draft: number) {
  const cache = useQueryClient();
  const restore = useChange(
    useCallback(
      (input: { readonly revision: number; readonly expected: number }, key: string) =>
        restoreRevision(pageId, input.revision, input.expected, key),
      [pageId],
    ),
  );
  const refresh = (): Promise<unknown> =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['revisions', pageId] }),
      cache.invalidateQueries({ queryKey: ['page', pageId] }),
    ]);
  const run = async (revision: number): Promise<void> => {
    const done = await restore.run({ revision, expected: draft });
    await refresh();
    if (done === null) return;
    const now = done.website.draft_revision;
    showToast(`r${revision} is restored as r${now}`, async () => {
      await restore.run({ revision: draft, expected: now });
      await refresh();
    });
  };
  return { run, refresh, refusal: restore.refusal, again: restore.again };
}
