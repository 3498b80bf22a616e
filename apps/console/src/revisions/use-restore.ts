import { useChange } from '../api/mutations.ts';
import { restoreRevision } from '../api/pages.ts';
import { useRefresh } from '../api/use-refresh.ts';
import { showUndo } from '../ui/toast.tsx';

/** React hook: restores a revision as the draft's next revision. A toast can undo this by restoring the former draft. */
export function useRestore(pageId: number, draft: number) {
  const read = useRefresh();
  const restore = useChange(restoreRevision);
  const { repeatable } = restore;
  const refresh = () => read(['revisions', pageId], ['page', pageId]);
  const send = async (input: Parameters<typeof restoreRevision>[0]): Promise<void> => {
    const done = await restore.run(input);
    await refresh();
    if (done === null) return;
    const expected = done.website.draft_revision;
    const back = { pageId, revision: input.expected, expected };
    showUndo(`r${input.revision} is restored as r${expected}`, restoreRevision, back, refresh);
  };
  return {
    refresh,
    refusal: restore.refusal,
    run: (revision: number) => send({ pageId, revision, expected: draft }),
    /** Sends a refused restore request again; null when there is none that may be sent again. */
    again: repeatable === null ? null : () => send(repeatable),
  };
}
