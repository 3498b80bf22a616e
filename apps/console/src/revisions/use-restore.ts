import { useQueryClient } from '@tanstack/react-query';
import { makeRepeatable, useChange } from '../api/mutations.ts';
import { restoreRevision } from '../api/pages.ts';
import { showToast } from '../ui/toast.tsx';

/** React hook: restores a revision; the toast offers to restore the previous one again. */
export function useRestore(pageId: number, draft: number) {
  const cache = useQueryClient();
  const restore = useChange(restoreRevision);
  const { pending } = restore;
  const refresh = (): Promise<unknown> =>
    Promise.all([
      cache.invalidateQueries({ queryKey: ['revisions', pageId] }),
      cache.invalidateQueries({ queryKey: ['page', pageId] }),
    ]);
  const send = async (input: Parameters<typeof restoreRevision>[0]): Promise<void> => {
    const done = await restore.run(input);
    await refresh();
    if (done === null) return;
    const expected = done.website.draft_revision;
    const undo = makeRepeatable(restoreRevision, { pageId, revision: input.expected, expected });
    showToast(`r${input.revision} is restored as r${expected}`, async () => {
      await undo();
      await refresh();
    });
  };
  return {
    refresh,
    refusal: restore.refusal,
    run: (revision: number) => send({ pageId, revision, expected: draft }),
    /** Sends the restore whose outcome is unknown again; null when the outcome is known. */
    again: pending === null ? null : () => send(pending),
  };
}
