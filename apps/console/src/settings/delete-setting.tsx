import type { WebsiteRecord } from '@bridge/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { deletePage, undeletePage } from '../api/deletion.ts';
import { makeRepeatable, useChange } from '../api/mutations.ts';
import { Button } from '../ui/button.tsx';
import { Problem } from '../ui/problem.tsx';
import { go } from '../ui/router.ts';
import { isolate, titleOf } from '../ui/title-of.ts';
import { showToast } from '../ui/toast.tsx';

/** Properties of the component `DeleteSetting`, which deletes a website. */
interface DeleteSettingProps {
  readonly website: WebsiteRecord;
  readonly onChanged: () => Promise<void>;
}

/** Deletes a website without a question. The toast restores it, and for 30 days the list of websites does. */
export function DeleteSetting({ website, onChanged }: DeleteSettingProps) {
  const { page_id: pageId, draft_revision: revision } = website;
  const cache = useQueryClient();
  const remove = useChange(deletePage);
  const refresh = async (): Promise<void> => {
    await cache.invalidateQueries({ queryKey: ['websites'] });
    await cache.invalidateQueries({ queryKey: ['deleted'] });
  };
  const run = async (): Promise<void> => {
    const target = remove.pending ?? { pageId, revision };
    const done = await remove.run(target);
    if (done === null) return;
    const undelete = makeRepeatable(undeletePage, target);
    go('/websites');
    await refresh();
    showToast(`“${isolate(titleOf(website))}” is deleted`, async () => {
      await undelete();
      await refresh();
    });
  };
  return (
    <section aria-labelledby="delete">
      <h2 id="delete">Delete</h2>
      <p>
        Agents and visitors find it no longer: what was public answers 410. You can bring it back
        for 30 days; then its contents are removed for good.
      </p>
      <Problem
        refusal={remove.refusal}
        onAgain={remove.canRepeat ? run : null}
        onReload={() => void onChanged()}
      />
      <Button look="danger" busy={remove.busy} onClick={() => void run()}>
        Delete this website
      </Button>
    </section>
  );
}
